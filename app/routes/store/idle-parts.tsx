import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import ConnectionNotice from '#app/routes/connection-notice.tsx'
import Visit from './visit.tsx'

/** What the shop's frame has once the browser is idle: measuring with its question, and the notice of a lost network. */
export default function IdleParts({ notice }: { notice: MeasuringNotice }) {
  return (
    <>
      <Visit notice={notice} />
      <ConnectionNotice />
    </>
  )
}
