/** What a product delivers besides its figures, and which part of it keeps which of its promises. */

/** A part of a guide or of a workshop's material, in reading order. `fill` is a place to write on, of so many lines. */
export type GuideBlock =
  | { heading: string }
  | { text: string }
  | { list: readonly string[] }
  | { steps: readonly string[] }
  /** Each row has a cell per column; an empty one is to be filled in. */
  | { table: { columns: readonly string[]; rows: readonly (readonly string[])[] } }
  | { fill: { label: string; lines: number } }

/** Whom a guide is for: who bought, who answered, or everybody who takes part. */
export type GuideReader = 'buyer' | 'respondent' | 'team'

/** When a guide comes with a result: always, or where an area is the one with the highest or the lowest level. */
export type GuideCondition = 'always' | `section:${number} ${'highest' | 'lowest'}`

/** A text that comes with a result, ready to use. */
export type Guide = {
  key: string
  title: string
  for: GuideReader
  when: GuideCondition
  blocks: readonly GuideBlock[]
}

/** What a material of a workshop is: a document to read, a sheet to fill in, or a lesson of one at one's own pace. */
export type MaterialKind = 'document' | 'sheet' | 'lesson'

/** A file of a workshop; lessons are read on its page as well, in their order. */
export type Material = { key: string; title: string; kind: MaterialKind; blocks: readonly GuideBlock[] }

/** The guides and materials of a product, as stored in `assessments.deliverables`. */
export type Deliverables = { guides: readonly Guide[]; materials: readonly Material[] }

export const NO_DELIVERABLES: Deliverables = { guides: [], materials: [] }

/** The parts of a result, of a report or of a workshop that keep a promise; guides and materials have keys of their own. */
export const DELIVERABLE_LABELS = {
  levels: 'Niveles por área',
  plan: 'Plan de acción',
  consolidated: 'Resultados consolidados',
  comparison: 'Diferencias entre grupos',
  summary: 'Resumen del informe',
  program: 'Programa del taller',
} as const

export type DeliverableKey = keyof typeof DELIVERABLE_LABELS | `guide:${string}` | `material:${string}`

/** A promise of a product, with the parts of what it delivers that keep it. */
export type Outcome = { text: string; keptBy: readonly string[] }

/** What decides which deliverables a product has. */
type Delivering = {
  type: 'assessment' | 'workshop'
  /** Whether several people can take part. */
  allow_business: boolean
  max_seats: number
  /** Whether people answer something. */
  hasQuestionnaire: boolean
  /** Whether a workshop says what happens in it. */
  hasProgram: boolean
  deliverables: {
    guides: readonly Pick<Guide, 'key' | 'title'>[]
    materials: readonly Pick<Material, 'key' | 'title'>[]
  }
}

export type Deliverable = { key: DeliverableKey; label: string }

/** What a product delivers, in the order of its pages. Figures about several people need a product that several can use. */
export function listDeliverables(product: Delivering): Deliverable[] {
  const { guides, materials } = product.deliverables
  const named = (key: keyof typeof DELIVERABLE_LABELS): Deliverable => ({ key, label: DELIVERABLE_LABELS[key] })
  const answered = product.type === 'assessment' && product.hasQuestionnaire
  const forSeveral = answered && product.allow_business && product.max_seats > 1
  return [
    ...(answered ? [named('levels'), named('plan')] : []),
    ...(forSeveral ? [named('consolidated'), named('comparison')] : []),
    ...(answered ? [named('summary')] : []),
    ...(product.type === 'workshop' && product.hasProgram ? [named('program')] : []),
    ...guides.map(({ key, title }): Deliverable => ({ key: `guide:${key}`, label: `Guía: ${title}` })),
    ...materials.map(({ key, title }): Deliverable => ({ key: `material:${key}`, label: `Material: ${title}` })),
  ]
}

/** The promises that nothing of a product keeps, or that name something that it does not deliver. */
export function unkeptOutcomes(outcomes: readonly Outcome[], delivered: readonly Deliverable[]): Outcome[] {
  const known = new Set<string>(delivered.map(({ key }) => key))
  return outcomes.filter(({ keptBy }) => keptBy.length === 0 || keptBy.some(key => !known.has(key)))
}
