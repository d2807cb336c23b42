import type { MeasuringNotice } from '#app/platform/tracking/consent.ts'
import { type Tracked, takeTracked } from '#app/platform/tracking/track.ts'
import { reportedReferrer } from './address.ts'
import { type Batch, createRecorder, type PageView } from './recorder.ts'
import { currentChoice, forgetVisit, visitId, visitStorage } from './visit.ts'
import { provideVisitId, watchActions } from './watch-page.ts'

export type Recording = {
  /** Starts recording. @returns a function that stops it and sends the waiting events. */
  listen(): () => void
  /** Sets the page that is open now. @returns whether it differs from the one before. */
  arrive(page: string): boolean
}

/** Creates the recorder of a visit in this browser. It records nothing until `listen` is called. */
export function startRecording(notice: MeasuringNotice): Recording {
  const storage = visitStorage()
  const visit = () => visitId(storage, Date.now())
  const recorder = createRecorder({
    visit,
    send: async batch => (await post(batch)).status !== 202,
    sendLast: batch => void navigator.sendBeacon('/events', JSON.stringify(batch)),
    now: Date.now,
    later(work, milliseconds) {
      const timer = setTimeout(work, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  let pageView: PageView = { page: '', referrer: reportedReferrer(withinShop(document.referrer)) ?? '' }

  const take = (event: Tracked) => {
    // Checked each time, because another tab may have withdrawn the consent.
    if (currentChoice(notice) !== 'granted') return recorder.forget()
    if (pageView.page === '') return
    recorder.add(event, pageView)
    if (event.type !== 'user_action' || !('action' in event.data) || event.data.action !== 'logout') return
    // The next user of this browser may be another person.
    recorder.leave()
    forgetVisit(storage)
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') leave()
  }
  const leave = () => (currentChoice(notice) === 'granted' ? recorder.leave() : recorder.forget())

  return {
    listen() {
      const ends = [takeTracked(take), watchActions(), provideVisitId(visit)]
      document.addEventListener('visibilitychange', onHide)
      window.addEventListener('pagehide', leave)
      return () => {
        for (const end of ends) end()
        document.removeEventListener('visibilitychange', onHide)
        window.removeEventListener('pagehide', leave)
        leave()
      }
    },
    arrive(page) {
      if (page === pageView.page) return false
      pageView = pageView.page === '' ? { ...pageView, page } : { page, referrer: pageView.page }
      return true
    },
  }
}

const post = (batch: Batch): Promise<Response> =>
  fetch('/events', {
    method: 'POST',
    body: JSON.stringify(batch),
    headers: { 'Content-Type': 'application/json' },
    keepalive: true,
  })

/** The address of a page of this shop as its path. */
const withinShop = (address: string): string =>
  address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address
