/** The house's colours as presentations write them. */
export const COLOURS = {
  ink: '10233A',
  muted: '4A5563',
  copper: 'B2501F',
  before: 'A9B6C4',
  quiet: 'F3F0EA',
  /** Light enough for figures in ink. */
  levels: ['DE817A', 'F0BDB9', 'F2D59A', 'BFE0CC', '7DB896'],
  unknown: 'C9C5BC',
} as const
