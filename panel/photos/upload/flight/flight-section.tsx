import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import { filesOfDrop } from '#panel/outbox/dropped-files.ts'
import type { PickedFiles } from '#panel/outbox/picked-files.ts'
import { useUnsavedFiles } from '#panel/outbox/use-outboxes.ts'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { AddBar } from '../add-bar.tsx'
import { OutboxRemarks } from '../outbox-remarks.tsx'
import { ProvideFlight } from './flight-context.ts'
import { FlightTray } from './flight-tray.tsx'
import { useFlight } from './use-flight.ts'

const FlightDialog = lazyDialog(() => import('./flight-dialog.tsx'))

interface FlightSectionProps {
  turbine: Turbine
  /** The year of the photos of which nothing else is known. */
  year: number
  /** True if the caller may upload photos. */
  uploads: boolean
  /** Shown beside the controls that pick files. */
  heading: ReactNode
  /** The part of the page on which files can be dropped. */
  children: ReactNode
}

/** The list of photos of several places, above the places themselves. Files and folders can be dropped anywhere on it. */
export function FlightSection({ uploads, ...section }: FlightSectionProps) {
  if (uploads) return <UploadSection {...section} />
  return (
    <div className="grid grid-cols-1 gap-10">
      <div className="-mb-5">{section.heading}</div>
      {section.children}
    </div>
  )
}

function UploadSection({ turbine, year, heading, children }: Omit<FlightSectionProps, 'uploads'>) {
  useSignals()
  const text = useText()
  const flight = useFlight(turbine.id)
  const { outbox, asked } = flight
  const [isListing, setListing] = useState(false)
  const checking = outbox.checking.value || flight.isReading || isListing
  const { over, dropHandlers } = useFileDrop({
    disabled: checking || asked !== undefined,
    onDrop: (dropped) => void takeDropped(filesOfDrop(dropped)),
  })
  useUnsavedFiles([outbox])
  const drop = { turbineId: turbine.id, year }

  async function takeDropped(reading: Promise<PickedFiles>) {
    setListing(true)
    const files = await reading.finally(() => setListing(false))
    await flight.ask(files, drop)
  }

  return (
    <ProvideFlight value={flight.ask}>
      <div {...dropHandlers} className="grid grid-cols-1 gap-10">
        <div className="-mb-5 flex flex-wrap items-center gap-x-6 gap-y-3">
          <div className="mr-auto">{heading}</div>
          <div className="flex flex-wrap items-center gap-2">
            <AddBar
              label={text('flight.add')}
              place={text('flight.name')}
              words={text('flight.add')}
              over={over}
              uploading={false}
              checking={checking}
              onFiles={(files) => void flight.ask(files, drop)}
            />
          </div>
        </div>
        <div className="empty:hidden [&:not(:has(*:not(:empty)))]:hidden">
          <OutboxRemarks
            remarks={flight.remarks}
            onChange={flight.changeRemarks}
            onRename={() => !checking && void flight.takeRenamed()}
          />
          <FlightTray outbox={outbox} onEdit={flight.askAgain} />
        </div>
        {children}
      </div>
      {asked && (
        <FlightDialog turbineId={turbine.id} asked={asked} onStage={flight.settle} onClose={flight.drop} />
      )}
    </ProvideFlight>
  )
}
