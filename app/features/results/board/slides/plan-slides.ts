import {
  actionTitle,
  daysText,
  decimalText,
  impactText,
  listEntries,
  MATRIX_TEXT,
  type PlanEntry,
  type ShownPlan,
  weighedActions,
} from '#app/features/results/plan/plan-texts.ts'
import { progressText, STATES } from '#app/features/results/plan-actions/plan-actions.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { countOf, inNumber } from '#app/kernel/format.ts'
import type { Slide, TableCell } from '#app/platform/slides/slide-deck.ts'
import { COLOURS } from './slide-colours.ts'

/** Impact beside effort; none where there is nothing to compare. */
export function effortSlide(plan: ShownPlan): Slide[] {
  const weighed = weighedActions(plan)
  const [best] = weighed.toSorted((a, b) => b.impact / b.effort - a.impact / a.effort)
  if (!best) return []
  const most = (figures: number[]) => Math.max(...figures)
  return [
    {
      title: `Lo que más rinde por día de trabajo: ${actionTitle(best.action)}`,
      parts: [
        {
          type: 'points',
          name: 'Impacto y esfuerzo',
          box: { x: 0.55, y: 1.4, w: 6.1, h: 5 },
          alt: `Puntos. ${weighed.map(({ number, impact, effort }) => `Acción ${number}: impacto ${impactText(impact)}, ${decimalText(effort)} ${inNumber(effort, 'día', 'días')}`).join('. ')}.`,
          across: {
            title: 'Esfuerzo, en días de trabajo',
            max: Math.ceil(most(weighed.map(({ effort }) => effort)) * 1.15),
          },
          up: { title: 'Impacto', max: Math.ceil(most(weighed.map(({ impact }) => impact)) * 11) / 10 || 1 },
          points: weighed.map(({ number, impact, effort }) => ({ name: String(number), across: effort, up: impact })),
          colour: COLOURS.copper,
        },
        {
          type: 'table',
          name: 'Acciones por impacto y esfuerzo',
          box: { x: 6.9, y: 1.4, w: 5.88, h: 5 },
          columns: [
            { label: 'Acción', share: 4.6, align: 'left' },
            { label: 'Impacto', share: 1, align: 'right' },
            { label: 'Días', share: 0.8, align: 'right' },
          ],
          rows: weighed.map(({ number, action, impact, effort }) => [
            { text: `${number}. ${actionTitle(action)}` },
            { text: impactText(impact) },
            { text: decimalText(effort) },
          ]),
          size: 12,
          smallest: 7,
        },
      ],
      notes: [
        MATRIX_TEXT,
        '¿Cuál haríamos aunque el trimestre venga difícil? ¿Qué dejaríamos de hacer para darle los días?',
      ],
    },
  ]
}

/** Actions of one slide. */
const ON_A_SLIDE = 8

/** The plan with who answers for each action, on as many slides as it takes; none without a plan. */
export function planSlides(plan: ShownPlan): Slide[] {
  const entries = listEntries(plan)
  const pages = Array.from({ length: Math.ceil(entries.length / ON_A_SLIDE) }, (_, at) =>
    entries.slice(at * ON_A_SLIDE, (at + 1) * ON_A_SLIDE),
  )
  return pages.map((page, at) => ({
    title: `${planTitle(plan, entries)}${pages.length > 1 ? ` (${at + 1} de ${pages.length})` : ''}`,
    parts: [
      {
        type: 'table',
        name: 'Plan',
        box: { x: 0.55, y: 1.4, w: 12.2, h: 5.3 },
        columns: [
          { label: 'Acción', share: 4.4, align: 'left' },
          { label: 'Área', share: 2.2, align: 'left' },
          { label: 'Responsable', share: 2.2, align: 'left' },
          { label: 'Hasta', share: 1.1, align: 'left' },
          { label: 'Estado', share: 1, align: 'left' },
          { label: 'Esfuerzo', share: 1.7, align: 'left' },
        ],
        rows: page.map(toRow),
        size: 13,
        smallest: 7,
      },
    ],
    notes: [
      '¿Acepta cada responsable su acción y su fecha? Una acción sin nombre ni fecha no está decidida.',
      ...page.flatMap(({ place, action }) => (action?.facilitator ? [`Acción ${place}: ${action.facilitator}`] : [])),
    ],
  }))
}

function toRow({ place, title, action, work }: PlanEntry): TableCell[] {
  const step = action?.step
  return [
    { text: `${place}. ${title}`, bold: true },
    { text: action?.area ?? '–' },
    { text: work?.owner?.name ?? (step ? `Propuesto: ${step.owner.role}` : '–') },
    { text: work?.due_on ? formatDay(work.due_on) : step ? `En ${countOf(step.horizon, 'día', 'días')}` : '–' },
    { text: STATES[work?.state ?? 'todo'] },
    { text: step ? daysText(step.effort.days) : '–' },
  ]
}

function planTitle({ work }: ShownPlan, entries: readonly PlanEntry[]): string {
  if (work?.begun) return `Plan: ${progressText(work)}`
  const [first] = entries
  return `${countOf(entries.length, 'acción sale', 'acciones salen')} de las respuestas${inNumber(entries.length, '', '; la primera')}: ${first?.title ?? ''}`
}
