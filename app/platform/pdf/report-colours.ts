import type { PdfLook, PdfShare, PdfTone } from './pdf-report.ts'
import { COPPER } from './styles.ts'

export const INK = '#10233A'
export const PAPER = '#FBFAF7'
export const MUTED = '#4A5563'
export const LINE = '#D9D4CA'
const SUNKEN = '#F3F0EA'

type Colours = { fill: string; ink: string; soft: string }

export const TONES: Record<PdfTone, Colours> = {
  neutral: { fill: '#7C858F', ink: MUTED, soft: SUNKEN },
  good: { fill: '#1F7A4D', ink: '#17603C', soft: '#E3F1E9' },
  fair: { fill: '#A66A00', ink: '#7A4E00', soft: '#FAEFD9' },
  poor: { fill: '#B3261E', ink: '#96201A', soft: '#FBE6E3' },
}

export const SHARES: Record<PdfShare['look'], string> = {
  level1: '#B3261E',
  level2: '#DB8A84',
  level3: '#D6A03C',
  level4: '#7DB896',
  level5: '#1F7A4D',
  unknown: '#A9A49A',
  silent: '#E4E0D8',
}

type Paint = {
  fill?: string
  fillOpacity?: number
  fillRule?: 'evenodd'
  stroke?: string
  strokeWidth?: number
  strokeDasharray?: string
}

export const LOOKS: Record<PdfLook, Paint> = {
  ring: { fill: 'none', stroke: LINE, strokeWidth: 0.6 },
  edge: { fill: 'none', stroke: '#A9A49A', strokeWidth: 0.8 },
  spoke: { fill: 'none', stroke: LINE, strokeWidth: 0.6 },
  band: { fill: INK, fillOpacity: 0.12, fillRule: 'evenodd' },
  target: { fill: 'none', stroke: INK, strokeWidth: 1.1, strokeDasharray: '1.5 3' },
  value: { fill: COPPER, fillOpacity: 0.14, stroke: COPPER, strokeWidth: 1.6 },
  before: { fill: 'none', stroke: '#7C858F', strokeWidth: 1.1 },
  dot: { fill: COPPER, stroke: '#FFFFFF', strokeWidth: 1 },
}

/** The same drawing on the cover's ink. */
export const COVER_LOOKS: Record<PdfLook, Paint> = {
  ...LOOKS,
  ring: { fill: 'none', stroke: '#35475D', strokeWidth: 0.7 },
  edge: { fill: 'none', stroke: '#4A5C72', strokeWidth: 0.9 },
  spoke: { fill: 'none', stroke: '#2A3D54', strokeWidth: 0.7 },
  band: { fill: '#FFFFFF', fillOpacity: 0.06, fillRule: 'evenodd' },
  target: { fill: 'none', stroke: '#8FA0B3', strokeWidth: 1.1, strokeDasharray: '1.5 3.5' },
  value: { fill: '#E08A55', fillOpacity: 0.18, stroke: '#E08A55', strokeWidth: 2 },
  dot: { fill: '#E08A55', stroke: INK, strokeWidth: 2 },
}
