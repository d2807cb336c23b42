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
  ['Número', 9],
  ['Acción', 46],
  ['Tipo', 16],
  ['Área', 30],
  ['Número de pregunta', 11],
  ['Pregunta', 46],
  ['Nivel de hoy', 11],
  ['Nivel de llegada', 11],
  ['Objetivo', 10],
  ['Respuestas', 16],
  ['Por qué', 46],
  ['Esta semana', 46],
  ['Cómo', 70],
  ['Recomendaciones', 46],
  ['Pregunta para conversarlo', 46],
  ['Evidencia', 40],
  ['Responsable propuesto', 28],
  ['Con', 28],
  ['En una empresa de 30 personas', 28],
  ['Esfuerzo', 16],
  ['Días de trabajo, mínimo', 12],
  ['Días de trabajo, máximo', 12],
  ['Puede costar', 28],
  ['Plazo en días', 10],
  ['Indicador', 34],
  ['Fórmula', 40],
  ['Meta', 28],
  ['Frecuencia', 22],
  ['Antes', 46],
  ['Ley (orientación general: no es asesoría legal)', 46],
  ['Impacto', 10],
  ['Esfuerzo en días', 10],
]

/** What somebody made of an action; only of a plan that is worked with. */
const WORK_COLUMNS: typeof COLUMNS = [
  ['Estado', 14],
  ['Responsable', 28],
  ['Correo', 28],
  ['Fecha', 12],
  ['Motivo', 40],
  ['Nota', 46],
]

/** The plan with one row an action; none without a plan. @param people who are counted */
export function planSheets(plan: ShownPlan | undefined, people: number): Sheet[] {
  if (!plan || !hasActions(plan)) return []
  const columns = plan.work?.begun ? COLUMNS.toSpliced(2, 0, ...WORK_COLUMNS) : COLUMNS
  return [
    {
      name: 'Plan',
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
