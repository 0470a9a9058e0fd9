import { useAddressLayer } from './address-layer.ts'

const FORM = 'form'

/** The address of a screen with an open form. */
export function formAddress(screen: string, form: string): string {
  return `${screen}?${new URLSearchParams({ [FORM]: form })}`
}

/**
 * The form that is open above the screen, in the address (`?form=add`): Back closes it, and a reload or signing in again opens it again.
 * What is typed in it is not in the address; the form keeps it. The value names the record or the year that the form is about, unless the
 * path does: a late answer then closes no other form.
 */
export function useFormLayer() {
  const { value, open, close } = useAddressLayer(FORM)
  return {
    /** Undefined if no form is open. */
    value,
    open: (form: string) => void open(form),
    /** Closes the form, unless another one or none is shown by now: an answer may come after Back. */
    close: () => {
      if (new URLSearchParams(window.location.search).get(FORM) === value) void close()
    },
  }
}
