import { CHOICE_COOKIE, CHOICE_DAYS, type MeasuringNotice } from './consent.ts'
import { UNDECIDED } from './undecided.ts'

/**
 * The inline script that marks a page, before anything is drawn, whose visitor has not decided about being measured: pages are kept for
 * everybody, and the question has its room from the first frame on. It decides as `currentChoice` does, in few words, because every page has it.
 * @param notice the versions of the notice that the page shows.
 */
export function undecidedScript(nonce: string, { since, version }: MeasuringNotice): string {
  const stored = String.raw`/(?:^|;\s*)${CHOICE_COOKIE}=(\d{1,4})\.(?:si|no)\.(\d{1,6})(?=;|$)/.exec(document.cookie)||[]`
  const isDecided = `v>=${since}&&v<=${version}&&a>=-1&&a<${CHOICE_DAYS}`
  const isRefused = `navigator.globalPrivacyControl||navigator.doNotTrack=='1'`
  const mark = `document.documentElement.setAttribute('${UNDECIDED}','')`
  const age = 'a=Math.floor(Date.now()/864e5)-d'
  return `<script nonce="${nonce}">{let[,v,d]=${stored},${age};${isDecided}||${isRefused}||${mark}}</script>`
}
