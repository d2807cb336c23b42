const weekdayAndHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Santiago',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
})

/** Monday to Friday, from 9:00 until 18:00 in Santiago: when mail of business is welcome. */
export function isWorkingHour(date: Date): boolean {
  const parts = weekdayAndHour.formatToParts(date)
  const part = (type: string): string => parts.find(found => found.type === type)?.value ?? ''
  const hour = Number(part('hour'))
  return !['Sat', 'Sun'].includes(part('weekday')) && hour >= 9 && hour < 18
}
