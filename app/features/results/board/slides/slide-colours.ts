/** The house's colours as presentations write them. */
export const COLOURS = {
  ink: '10233A',
  muted: '4A5563',
  copper: 'B2501F',
  before: 'A9B6C4',
  quiet: 'F3F0EA',
  levels: ['B3261E', 'DB8A84', 'D6A03C', '7DB896', '1F7A4D'],
  unknown: 'A9A49A',
} as const
