import { type Day, MINUTE_MS, shiftDay, toSantiago } from '#app/kernel/dates.ts'

/** Something with a date, as calendars keep it (RFC 5545). */
export type CalendarEvent = {
  /** The same for ever, so that a change replaces the entry in people's calendars. */
  uid: string
  /** Counts the changes. */
  sequence: number
  startsAt: Date
  minutes: number
  title: string
  /** An address, a room or a link. */
  location: string
  description: string
  cancelled: boolean
  /** When it was written down last. */
  changedAt: Date
  organizer: { name: string; email: string }
}

/**
 * `publish`: a file that somebody downloads. `request` and `cancel`: what goes to a participant's mailbox, whose calendar adds, moves
 * or removes the entry.
 */
export type CalendarMethod = 'publish' | 'request' | 'cancel'

/** Chile's rules since 2022: forward on the first Sunday from September 2nd, back on the first one from April 2nd, at midnight. */
const SANTIAGO = [
  'BEGIN:VTIMEZONE',
  'TZID:America/Santiago',
  'BEGIN:STANDARD',
  'DTSTART:20230402T000000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0400',
  'TZNAME:-04',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20230903T000000',
  'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0300',
  'TZNAME:-03',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

/** Something with a day and no hour. */
export type CalendarDay = Pick<CalendarEvent, 'uid' | 'sequence' | 'title' | 'description' | 'changedAt'> & { day: Day }

/** The UID of what has an id in the shop. @param sender the shop's address, whose domain makes it the shop's */
export const calendarUid = (id: string, sender: string): string => `${id}@${sender.split('@').at(-1)}`

/** Writes an event as an iCalendar file. @param attendee e-mail of the participant whom it is sent to. */
export function writeCalendar(event: CalendarEvent, method: CalendarMethod, attendee?: string): string {
  const endsAt = new Date(event.startsAt.getTime() + event.minutes * MINUTE_MS)
  return calendarOf(method, [
    ...SANTIAGO,
    ...beginEvent(event),
    `DTSTART;TZID=America/Santiago:${local(event.startsAt)}`,
    `DTEND;TZID=America/Santiago:${local(endsAt)}`,
    `LOCATION:${escaped(event.location)}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `ORGANIZER;CN=${quoted(event.organizer.name)}:mailto:${event.organizer.email}`,
    ...(attendee === undefined
      ? []
      : [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee}`]),
    'END:VEVENT',
  ])
}

/** Writes whole days as a file that somebody downloads. Nobody is busy on them. */
export const writeCalendarDays = (days: readonly CalendarDay[]): string =>
  calendarOf(
    'publish',
    days.flatMap(each => [
      ...beginEvent(each),
      `DTSTART;VALUE=DATE:${each.day.replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${shiftDay(each.day, 1).replaceAll('-', '')}`,
      'TRANSP:TRANSPARENT',
      'STATUS:CONFIRMED',
      'END:VEVENT',
    ]),
  )

const beginEvent = (event: Omit<CalendarDay, 'day'>): string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${event.changedAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
  `SUMMARY:${escaped(event.title)}`,
  `DESCRIPTION:${escaped(event.description)}`,
]

const calendarOf = (method: CalendarMethod, lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Alhena//Alhena//ES',
    'CALSCALE:GREGORIAN',
    `METHOD:${method.toUpperCase()}`,
    ...lines,
    'END:VCALENDAR',
  ]
    .map(line => `${fold(line)}\r\n`)
    .join('')

const local = (instant: Date): string => {
  const { day, time } = toSantiago(instant)
  return `${day.replaceAll('-', '')}T${time.replace(':', '')}00`
}

// A control character is no text of a calendar, and a line break would start a property of its own.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
const UNSEEN = /[\u0000-\u0009\u000b-\u001f\u007f]/g

const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, ' ')
    .replaceAll(/[\\;,]/g, found => `\\${found}`)
    .replaceAll('\n', '\\n')

const quoted = (text: string): string => `"${text.replaceAll(UNSEEN, ' ').replaceAll(/["\n]/g, '')}"`

/** Lines have 75 octets at most; the next one goes on after a space. No symbol is cut in two. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const symbol of line) {
    const length = Buffer.byteLength(symbol)
    if (bytes + length > 75) {
      parts.push(part)
      part = ''
      bytes = 1
    }
    part += symbol
    bytes += length
  }
  return [...parts, part].join('\r\n ')
}
