import { z } from 'zod'
import { WORKSHOP_PLACEHOLDERS } from './catalogue-schema.server.ts'
import { AGENDA_MAX, type AgendaRow, agendaRows, linesOf, MAX } from './product-form.ts'

const text = z.string().trim().min(1)

/** A workshop's content as stored in `assessments.workshop_content`. */
export const workshopContentSchema = z.object({
  /** Without a live session: participants choose their own time. */
  selfPaced: z.boolean().default(false),
  agenda: z.array(z.object({ minutes: z.int().positive(), title: text, detail: z.string() })),
  preparation: z.array(text),
  materials: z.array(text),
  facilitatorProfile: z.string(),
  sessionNote: z.string(),
  certificateText: z.string(),
})

export type WorkshopContent = z.infer<typeof workshopContentSchema>

/** The first unknown placeholder; undefined where all are known. */
export function unknownPlaceholder(input: string): string | undefined {
  const marks = [...input.matchAll(/\{([^{}]*)\}/g)].map(match => match[1] ?? '')
  const known: ReadonlySet<string> = new Set(WORKSHOP_PLACEHOLDERS)
  return marks.find(mark => !known.has(mark))
}

/** What is wrong with a typed agenda; undefined where nothing is. Empty rows are ignored. */
export function agendaProblem(value: string): string | undefined {
  const rows = filledRows(value)
  if (rows.length > MAX.agenda) return `Puede tener hasta ${MAX.agenda} bloques`
  for (const [index, row] of rows.entries()) {
    if (!/^[1-9]\d{0,3}$/.test(row.minutes.trim())) return `Bloque ${index + 1}: escribe los minutos`
    if (row.title.trim() === '') return `Bloque ${index + 1}: escribe el título`
    if (row.title.length > AGENDA_MAX.title || row.detail.length > AGENDA_MAX.detail)
      return `Bloque ${index + 1}: el texto es demasiado largo`
  }
  return undefined
}

/** The blocks of an agenda that are not empty. */
const filledRows = (value: string): AgendaRow[] =>
  agendaRows(value).filter(row => `${row.minutes}${row.title}${row.detail}`.trim() !== '')

type WorkshopTexts = Record<
  'self_paced' | 'agenda' | 'preparation' | 'materials' | 'facilitator_profile' | 'session_note' | 'certificate_text',
  string
>

/** The content of a workshop from validated form texts. */
export const contentOf = (values: WorkshopTexts): WorkshopContent => ({
  selfPaced: values.self_paced === 'si',
  agenda: filledRows(values.agenda).map(row => ({
    minutes: Number(row.minutes.trim()),
    title: row.title.trim(),
    detail: row.detail.trim(),
  })),
  preparation: linesOf(values.preparation),
  materials: linesOf(values.materials),
  facilitatorProfile: values.facilitator_profile,
  sessionNote: values.session_note,
  certificateText: values.certificate_text,
})

/** The same content as the texts of a form. */
export const textsOf = (content: WorkshopContent): WorkshopTexts => ({
  self_paced: content.selfPaced ? 'si' : '',
  agenda: JSON.stringify(
    content.agenda.map(({ minutes, title, detail }) => ({ minutes: String(minutes), title, detail })),
  ),
  preparation: content.preparation.join('\n'),
  materials: content.materials.join('\n'),
  facilitator_profile: content.facilitatorProfile,
  session_note: content.sessionNote,
  certificate_text: content.certificateText,
})
