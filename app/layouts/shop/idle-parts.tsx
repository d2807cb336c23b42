import ConnectionNotice from '#app/layouts/connection-notice.tsx'
import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
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
