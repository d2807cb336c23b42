import { type Day, formatDay } from '#app/kernel/dates.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import type { Quartiles } from './quartiles.ts'

export const BENCHMARK_TITLE = 'Comparación con otras organizaciones'
/** Where the page of an organisation has it. */
export const BENCHMARK_ANCHOR = 'comparacion'

/** What an organisation agrees to, in one sentence. */
export const AGREEMENT =
  'Compartimos solo el promedio por área de tu última medición, sin nombre, y a cambio ves el rango de tu sector.'

/** The sections of activity of CIIU Rev. 4, as the SII classifies companies by them (Clasificador Chileno de Actividades Económicas, CIIU4.CL 2012), in plain words. */
export const SECTOR_LABELS = {
  agriculture: 'Agricultura, ganadería, bosques y pesca',
  mining: 'Minería',
  manufacturing: 'Industria',
  utilities: 'Energía, agua y residuos',
  construction: 'Construcción e inmobiliarias',
  trade: 'Comercio',
  transport: 'Transporte, bodegas y correo',
  hospitality: 'Hoteles y restaurantes',
  technology: 'Tecnología, medios y telecomunicaciones',
  finance: 'Finanzas y seguros',
  services: 'Servicios a empresas',
  education: 'Educación',
  health: 'Salud y asistencia social',
  public: 'Administración pública',
  other: 'Otros servicios',
} as const
export type Sector = keyof typeof SECTOR_LABELS

/** Sizes of companies by their workers (Código del Trabajo, artículo 505 bis). */
export const SIZE_LABELS = {
  micro: '1 a 9 personas',
  small: '10 a 49 personas',
  medium: '50 a 199 personas',
  large: '200 personas o más',
} as const
export type CompanySize = keyof typeof SIZE_LABELS
export const COMPANY_SIZES = ['micro', 'small', 'medium', 'large'] as const satisfies readonly CompanySize[]

/** The quartiles of other organisations, the general level as section 0. */
export type SectorFigures = {
  sector: Sector
  /** Null: of the whole sector. */
  size: CompanySize | null
  organisations: number
  /** The first day of the quarter of which they were computed. */
  quarter: Day
  areas: readonly (Quartiles & { section: number })[]
}

/** What stands beside the results of an organisation's purchase. */
export type Benchmark =
  /** Its organisation doesn't take part, and the reader may decide that it does. */
  | { state: 'offer'; organisation: string }
  /** How many organisations of the sector are missing, as of the last computing; 0 where there are figures, and the own one isn't counted yet. */
  | { state: 'missing'; sector: Sector; missing: number; countedFrom: Day | null }
  | ({ state: 'shown' } & SectorFigures)

export const isShown = (benchmark: Benchmark | null | undefined): benchmark is { state: 'shown' } & SectorFigures =>
  benchmark?.state === 'shown'

/** The quartiles of a section, from 1, or of the general level, 0; undefined where there are none to show. */
export const quartilesAt = (benchmark: Benchmark | null | undefined, section: number) =>
  isShown(benchmark) ? benchmark.areas.find(area => area.section === section) : undefined

/** 'Tu sector', 'Tu sector y tamaño'. */
const cohortName = ({ size }: Pick<SectorFigures, 'size'>): string =>
  size === null ? 'Tu sector' : 'Tu sector y tamaño'

/** '2,1 – 2,6 – 3,1'. */
const rangeText = ({ q1, median, q3 }: Quartiles): string => [q1, median, q3].map(formatLevel).join(' – ')

/** 'Tu sector: 2,1 – 2,6 – 3,1'; undefined where there is none to show. */
export function sectionRange(benchmark: Benchmark | null | undefined, section: number): string | undefined {
  const found = quartilesAt(benchmark, section)
  return found && isShown(benchmark) ? `${cohortName(benchmark)}: ${rangeText(found)}` : undefined
}

/** 'Mediana del sector: 2,6 (14 organizaciones)'; empty where there is none to show. */
export function medianText(benchmark: Benchmark | null | undefined): string {
  const found = quartilesAt(benchmark, 0)
  if (!found || !isShown(benchmark)) return ''
  const of = benchmark.size === null ? 'del sector' : 'del sector y tamaño'
  return `Mediana ${of}: ${formatLevel(found.median)} (${countOf(benchmark.organisations, 'organización', 'organizaciones')})`
}

/** Who the others are, when, and what the three figures mean. */
export const legendText = ({ sector, size, organisations, quarter }: SectorFigures): string =>
  `${cohortName({ size })}: ${SECTOR_LABELS[sector]}${size === null ? '' : `, ${SIZE_LABELS[size]}`}. Primer cuartil, mediana y tercer cuartil de ${countOf(organisations, 'organización', 'organizaciones')}, calculados el ${formatDay(quarter)}: la mitad de ellas está entre el primero y el tercero.`

/** What is missing before there are figures, and from when on the own organisation counts. */
export function missingText({ missing, countedFrom }: Extract<Benchmark, { state: 'missing' }>): string {
  const own =
    countedFrom === null
      ? ''
      : ` La tuya cuenta en el primer cálculo desde el ${formatDay(countedFrom)} en que tenga una medición de 5 personas distintas o más.`
  if (missing === 0) return `Tu sector ya tiene comparación.${own}`
  return `${inNumber(missing, 'Falta', 'Faltan')} ${missing === 1 ? 'una organización' : `${formatInteger(missing)} organizaciones`} de tu sector para comparar.${own}`
}
