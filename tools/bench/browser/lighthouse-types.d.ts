/** What the benchmarks use of Lighthouse. It is installed by `npm run bench` only, and the types are checked without it. */
declare module 'lighthouse' {
  interface Audit {
    score: number | null
    title: string
    displayValue?: string
  }

  interface Category {
    score: number | null
    auditRefs: { id: string; weight: number }[]
  }

  export interface Result {
    audits: Record<string, Audit>
    categories: Record<string, Category>
    runtimeError?: { code: string; message: string }
  }

  interface Flags {
    port: number
    logLevel: 'error'
    output: 'json'
    onlyCategories: string[]
  }

  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>
}
