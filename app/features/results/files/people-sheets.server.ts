import { jobRoleText } from '#app/features/accesses/accesses.ts'
import { EVIDENCE_LABELS, EVIDENCE_PARTS, evidenceField } from '#app/features/questionnaires/evidence.ts'
import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import type { Cell, Sheet } from '#app/platform/sheets/workbook.server.ts'
import { RUN_COLUMNS, toCell, type WideRun } from './wide-runs.server.ts'

/** Widths in characters: of a short text, of an option, and of a long text. */
const TEXT = 22
const ANSWER = 14
const LONG = 40

const person = (run: WideRun): Cell[] => [
  run.full_name,
  run.corporate_email,
  run.organizational_unit,
  run.position === null ? null : jobRoleText(run.position),
  run.data_role,
  run.company_name,
]

/** Who answered what, by name; the number is that of the sheet of identifiers. */
export const peopleSheet = (fields: readonly string[], runs: readonly WideRun[]): Sheet => ({
  name: 'Personas',
  titles: 2,
  columns: [
    { label: 'Persona', width: 10 },
    ...['Nombre', 'Email', 'Área de la organización', 'Cargo', 'Rol respecto a lo que se evalúa', 'Empresa'].map(
      label => ({
        label,
        width: TEXT,
      }),
    ),
    ...fields.map(label => ({
      label,
      width: runs.some(({ answers }) => typeof answers?.[label] === 'string') ? LONG : ANSWER,
    })),
  ],
  rows: runs.map((run, at) => [at + 1, ...person(run), ...fields.map(field => run.answers?.[field] ?? null)]),
  filter: true,
})

/** Columns of a run that 'Personas' has in words. */
const PERSONAL: ReadonlySet<string> = new Set([
  'full_name',
  'corporate_email',
  'organizational_unit',
  'data_role',
  'company_name',
] satisfies (typeof RUN_COLUMNS)[number][])

/** The other documented columns. */
const IDENTIFIERS = RUN_COLUMNS.filter(column => !PERSONAL.has(column))

/** By which other systems, and the CSV, know each person's answers. */
export const identifierSheet = (runs: readonly WideRun[]): Sheet => ({
  name: 'Identificadores',
  columns: [{ label: 'Persona', width: 10 }, ...IDENTIFIERS.map(label => ({ label, width: TEXT }))],
  rows: runs.map((run, at) => [at + 1, ...IDENTIFIERS.map(column => toCell(run[column]))]),
  filter: true,
})

/** What each column of answers asks, and what its options mean. */
export const dictionarySheet = (versions: readonly Questionnaire[], evidence: readonly string[] = []): Sheet => ({
  name: 'Diccionario',
  columns: [
    { label: 'Campo', width: TEXT },
    { label: 'Versión', width: 9 },
    { label: 'Área', width: TEXT },
    { label: 'Pregunta', width: 38 },
    ...[1, 2, 3, 4, 5, 6].map(option => ({ label: String(option), width: 16 })),
  ],
  rows: versions.flatMap(({ version, sections }) =>
    sections.flatMap(section => [
      ...section.questions.flatMap(({ field, text, options }) => [
        [field, version, section.title, text, ...options],
        ...EVIDENCE_PARTS.filter(part => evidence.includes(evidenceField(field, part))).map(part => [
          evidenceField(field, part),
          version,
          section.title,
          `Evidencia de «${text}»: ${EVIDENCE_LABELS[part].toLowerCase()}`,
        ]),
      ]),
      ...section.openQuestions.map(({ field, text }) => [field, version, section.title, text]),
    ]),
  ),
  filter: true,
})
