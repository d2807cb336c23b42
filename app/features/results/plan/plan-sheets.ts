import { STATES, type WorkedAction } from '#app/features/results/plan-actions/plan-actions.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import type { Action } from './action-plan.ts'
import {
  bandText,
  beforeText,
  everyText,
  FEW,
  hasActions,
  listEntries,
  reasonText,
  type ShownPlan,
} from './plan-texts.ts'
import { ACTION_KINDS } from './question-state.ts'

const COLUMNS: readonly (readonly [label: string, width: number])[] = [
  ['Número', 8],
  ['Acción', 34],
  ['Tipo', 12],
  ['Área', 22],
  ['Número de pregunta', 10],
  ['Pregunta', 36],
  ['Nivel de hoy', 8],
  ['Nivel de llegada', 9],
  ['Objetivo', 10],
  ['Respuestas', 12],
  ['Por qué', 36],
  ['Esta semana', 40],
  ['Cómo', 60],
  ['Recomendaciones', 40],
  ['Pregunta para conversarlo', 34],
  ['Evidencia', 34],
  ['Responsable propuesto', 24],
  ['Con', 22],
  ['En una empresa de 30 personas', 24],
  ['Esfuerzo', 14],
  ['Días de trabajo, mínimo', 10],
  ['Días de trabajo, máximo', 10],
  ['Puede costar', 22],
  ['Plazo en días', 9],
  ['Indicador', 28],
  ['Fórmula', 32],
  ['Meta', 24],
  ['Frecuencia', 16],
  ['Antes', 40],
  ['Ley (orientación general: no es asesoría legal)', 40],
  ['Impacto', 10],
  ['Esfuerzo en días', 10],
]

/** What somebody made of an action; only of a plan that is worked with. */
const WORK_COLUMNS: typeof COLUMNS = [
  ['Estado', 13],
  ['Responsable', 22],
  ['Email', 28],
  ['Fecha', 12],
  ['Motivo', 30],
  ['Nota', 36],
]

/** The plan with one row an action; none without a plan. @param people who are counted */
export function planSheets(plan: ShownPlan | undefined, people: number): Sheet[] {
  if (!plan || !hasActions(plan)) return []
  const columns = plan.work?.begun ? COLUMNS.toSpliced(2, 0, ...WORK_COLUMNS) : COLUMNS
  return [
    {
      name: 'Plan',
      titles: 2,
      filter: true,
      columns: columns.map(([label, width]) => ({ label, width })),
      rows: listEntries(plan).map(({ place, title, action, work }) => [
        place,
        title,
        ...(work ? workCells(work) : []),
        ...(action ? actionCells(action, plan, people) : ['Agregada']),
      ]),
    },
  ]
}

const workCells = ({ state, owner, due_on, dropped_reason, note }: WorkedAction): Cell[] => [
  STATES[state],
  owner?.name ?? null,
  owner?.email ?? null,
  due_on && { day: due_on },
  dropped_reason,
  note || null,
]

function actionCells(action: Action, plan: ShownPlan, people: number): Cell[] {
  const { kind, step, before, impact, effort } = action
  return [
    ACTION_KINDS[kind],
    action.area,
    action.number,
    action.text,
    action.reached,
    action.goal,
    action.target,
    action.few ? FEW : null,
    reasonText(action, people),
    action.start,
    step ? step.how.map((text, index) => `${index + 1}. ${text}`).join('\n') : null,
    action.recommendations.join('\n') || null,
    action.facilitator,
    step?.evidence ?? null,
    step?.owner.role ?? null,
    step?.owner.with ?? null,
    step?.owner.small ?? null,
    step ? bandText(step) : null,
    step?.effort.days[0] ?? null,
    step?.effort.days[1] ?? null,
    step?.effort.money ?? null,
    step?.horizon ?? null,
    step?.indicator.name ?? null,
    step?.indicator.formula ?? null,
    step?.indicator.target ?? null,
    step ? everyText(step) : null,
    before.map(need => beforeText(need, plan)).join('\n') || null,
    step?.law ?? null,
    impact,
    effort,
  ]
}
