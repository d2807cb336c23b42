import { formatDay } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import { pesos } from '#app/kernel/money.ts'
import { type Bar, changeOf, type Kpi, percentOf, type Sums } from './figures.ts'
import type { Division, FunnelBar, Step } from './funnel.ts'

/** What a visit did to reach each step, and how it is known. */
export const STEP_TEXTS: Readonly<Record<Step, { label: string; short: string; counts: string }>> = {
  view: { label: 'Vieron assessments', short: 'Vieron', counts: 'El listado o sus tarjetas' },
  click: { label: 'Abrieron uno', short: 'Abrieron', counts: 'Su página de detalle' },
  cart: { label: 'Agregaron al carrito', short: 'Al carrito', counts: 'Para sí o para un equipo' },
  checkout: { label: 'Fueron a pagar', short: 'A pagar', counts: 'La página de pago' },
  paid: { label: 'Pagaron', short: 'Pagaron', counts: 'Con una orden pagada en la visita' },
}

export const DIVISION_TEXTS: Readonly<Record<Division, { tab: string; head: string }>> = {
  dia: { tab: 'Por día', head: 'Día' },
  categoria: { tab: 'Por categoría', head: 'Categoría' },
  producto: { tab: 'Por assessment', head: 'Assessment' },
  origen: { tab: 'Por origen', head: 'Origen' },
}

/** Price bands of specification 1, section 9. */
const BAND_TEXTS: Readonly<Record<string, string>> = {
  self: 'Para una persona',
  '1-10': '1 a 10 personas',
  '11-49': '11 a 49 personas',
  '50+': '50 personas o más',
}
export const bandText = (band: string): string => BAND_TEXTS[band] ?? band

const decimal = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** A part of a whole as people read it; a dash of nothing. */
export function shareText(part: number, whole: number): string {
  const share = percentOf(part, whole)
  return share === undefined ? '–' : `${decimal.format(share)}%`
}

/** `+12,5%` against the period before, `igual`, or a dash where there is nothing to compare with. */
export function againstText(now: number, before: number | undefined): string {
  if (before === undefined || before <= 0) return '–'
  const change = Math.round((1000 * (now - before)) / before) / 10
  if (change === 0) return 'igual'
  return `${change > 0 ? '+' : '−'}${decimal.format(Math.abs(change))}%`
}

/** The days of a row. */
export const daysText = ({ from, to }: Pick<FunnelBar, 'from' | 'to'>): string =>
  from === to ? formatDay(from) : `${formatDay(from)} al ${formatDay(to)}`

/** The eight figures of specification 2, section 2, and what each of them counts. */
export const KPI_TEXTS: Readonly<Record<Kpi['key'], { label: string; counts: string }>> = {
  revenue: { label: 'Ingresos', counts: 'Pagos menos reembolsos y contracargos, IVA incluido' },
  orders: { label: 'Órdenes', counts: 'Pagadas' },
  average: { label: 'Valor promedio', counts: 'Ingresos por orden pagada' },
  conversion: { label: 'Conversión', counts: 'De las visitas medidas, las que pagaron' },
  views: { label: 'Vistas del listado', counts: 'De visitas que aceptaron medición' },
  cart: { label: 'Agregados al carrito', counts: 'De visitas que aceptaron medición' },
  business: { label: '% Empresa', counts: 'De las órdenes pagadas' },
  completion: { label: 'Completitud', counts: 'De los accesos entregados' },
}

/** A formatted figure; a dash where it is unknown. */
export function kpiText({ value, unit }: Pick<Kpi, 'value' | 'unit'>): string {
  if (value === undefined) return '–'
  if (unit === 'pesos') return formatPesos(pesos(value))
  return unit === 'percent' ? `${decimal.format(value)}%` : formatInteger(value)
}

/** `$250.000 pagados, $50.000 reembolsados`: what revenue consists of. */
export const sumsText = ({ gross, refunded, chargedBack }: Sums): string =>
  `${formatPesos(gross)} pagados, ${formatPesos(refunded)} reembolsados${chargedBack === 0 ? '' : `, ${formatPesos(chargedBack)} en contracargos`}`

/** `+12,5% que el período anterior`, `−3 puntos…`, or that there is nothing to compare with. */
export function changeText(kpi: Kpi): string {
  if (changeOf(kpi) === undefined) return 'Sin período anterior para comparar'
  const sign = changeSign(kpi)
  return sign === undefined ? 'Igual que el período anterior' : `${sign} que el período anterior`
}

/** `+12,5%`, `−3 puntos`: the change alone; undefined where there is none or nothing to compare with. */
export function changeSign(kpi: Kpi): string | undefined {
  const change = changeOf(kpi)
  if (change === undefined || change === 0) return undefined
  const size = decimal.format(Math.abs(change))
  const unit = kpi.unit === 'percent' ? (size === '1' ? ' punto' : ' puntos') : '%'
  return `${change > 0 ? '+' : '−'}${size}${unit}`
}

/** The days of a bar. */
export const barText = ({ from, to }: Bar): string =>
  from === to ? formatDay(from) : `${formatDay(from)} al ${formatDay(to)}`
