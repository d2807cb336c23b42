import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSantiago } from '#app/kernel/dates.ts'
import { type CalendarEvent, writeCalendar, writeCalendarDays } from './calendar-file.ts'

const event: CalendarEvent = {
  uid: 'item@alhena.cl',
  sequence: 3,
  startsAt: new Date('2026-12-03T12:30:00Z'),
  minutes: 180,
  title: 'Taller; con, signos',
  location: 'https://reunion.example/abc',
  description: 'Línea uno\nLínea dos',
  cancelled: false,
  changedAt: new Date('2026-11-21T15:04:05.678Z'),
  organizer: { name: 'Alhena', email: 'hola@alhena.cl' },
}
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('a calendar file', () => {
  // shows: A2.18
  it('contains the hours of Santiago with their zone, in summer and in winter', () => {
    const lines = unfolded(writeCalendar(event, 'publish'))
    expect(lines).toContain('DTSTART;TZID=America/Santiago:20261203T093000')
    expect(lines).toContain('DTEND;TZID=America/Santiago:20261203T123000')
    expect(lines).toContain('DTSTAMP:20261121T150405Z')
    const winter = writeCalendar({ ...event, startsAt: new Date('2026-06-03T13:30:00Z') }, 'publish')
    expect(unfolded(winter)).toContain('DTSTART;TZID=America/Santiago:20260603T093000')
  })

  it('describes the zone by the rules of Santiago', () => {
    // The Sundays of its rules are those on which the offset really changes.
    for (const [day, before, after] of [
      ['2026-04-05', 3, 4],
      ['2026-09-06', 4, 3],
      ['2027-04-04', 3, 4],
      ['2027-09-05', 4, 3],
    ] as const) {
      const midnight = Date.parse(`${day}T00:00:00Z`)
      const noon = (offset: number, days: number) =>
        toSantiago(new Date(midnight + (12 + offset + 24 * days) * 3_600_000))
      expect(noon(before, -1).time).toBe('12:00')
      expect(noon(after, 0).time).toBe('12:00')
      const date = Number(day.slice(8))
      expect(date).toBeGreaterThanOrEqual(2)
      expect(date).toBeLessThanOrEqual(8)
      expect(new Date(midnight).getUTCDay()).toBe(0)
    }
  })

  it("adds and removes the same entry in the participant's calendar", () => {
    const requested = unfolded(writeCalendar(event, 'request', 'rosa@example.cl'))
    for (const line of ['METHOD:REQUEST', 'UID:item@alhena.cl', 'SEQUENCE:3', 'STATUS:CONFIRMED'])
      expect(requested).toContain(line)
    expect(requested.find(line => line.startsWith('ATTENDEE'))).toContain('mailto:rosa@example.cl')
    const gone = unfolded(writeCalendar({ ...event, cancelled: true, sequence: 4 }, 'cancel', 'rosa@example.cl'))
    for (const line of ['METHOD:CANCEL', 'UID:item@alhena.cl', 'SEQUENCE:4', 'STATUS:CANCELLED'])
      expect(gone).toContain(line)
  })

  it('escapes special characters', () => {
    const lines = unfolded(writeCalendar(event, 'publish'))
    expect(lines).toContain('SUMMARY:Taller\\; con\\, signos')
    expect(lines).toContain('DESCRIPTION:Línea uno\\nLínea dos')
  })

  it("limits line length and can't be injected with properties", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const wild = text.toWellFormed()
        const file = writeCalendar(
          { ...event, title: wild, description: wild, location: wild },
          'request',
          'a@example.cl',
        )
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(unfolded(file).map(line => line.split(/[:;]/)[0])).toEqual(
          unfolded(writeCalendar(event, 'request', 'a@example.cl')).map(line => line.split(/[:;]/)[0]),
        )
      }),
    )
  })
})

describe('a calendar file of whole days', () => {
  const day = { ...event, day: '2026-12-31' as const }

  it('has each day from its start to the next one, without hours or zones', () => {
    const lines = unfolded(writeCalendarDays([day, { ...day, uid: 'otra@alhena.cl', day: '2026-09-05' }]))
    expect(lines.filter(line => line.startsWith('DT'))).toEqual([
      'DTSTAMP:20261121T150405Z',
      'DTSTART;VALUE=DATE:20261231',
      'DTEND;VALUE=DATE:20270101',
      'DTSTAMP:20261121T150405Z',
      'DTSTART;VALUE=DATE:20260905',
      'DTEND;VALUE=DATE:20260906',
    ])
    expect(lines).toContain('SUMMARY:Taller\\; con\\, signos')
    expect(lines).toContain('DESCRIPTION:Línea uno\\nLínea dos')
    expect(lines).toContain('UID:otra@alhena.cl')
    expect(lines.join()).not.toContain('VTIMEZONE')
    expect(lines.filter(line => line === 'END:VEVENT')).toHaveLength(2)
    expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  })
})
