import { choiceField } from '#app/kit/forms/fields.ts'
import { COMPANY_SIZES, SECTOR_LABELS, type Sector, SIZE_LABELS } from './benchmark.ts'

const isSector = (value: string): value is Sector => Object.hasOwn(SECTOR_LABELS, value)

export const SECTORS: readonly Sector[] = Object.keys(SECTOR_LABELS).filter(isSector)

export const benchmarkFields = {
  sector: choiceField({
    label: 'Sector',
    required: 'Elige un sector',
    wrong: 'Elige un sector de la lista',
    options: SECTORS.map(value => ({ value, label: SECTOR_LABELS[value] })),
  }),
  size: choiceField({
    label: 'Personas que trabajan en ella',
    required: 'Elige un tamaño',
    wrong: 'Elige un tamaño de la lista',
    options: COMPANY_SIZES.map(value => ({ value, label: SIZE_LABELS[value] })),
  }),
} as const

export const BENCHMARK_INTENTS = ['join-benchmark', 'leave-benchmark'] as const
export type BenchmarkIntent = (typeof BENCHMARK_INTENTS)[number]
