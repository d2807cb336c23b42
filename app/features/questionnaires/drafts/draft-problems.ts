import type { z } from 'zod'
import { brokenFields, type FieldLocation, type Problem } from '#app/features/questionnaires/field-rules.ts'
import { OPTION_COUNT, type Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { questionnaireSchema } from '#app/features/questionnaires/questionnaire-schema.ts'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/**
 * Everything that prevents a draft from being published, each with its location. @param versions all published ones,
 * oldest first.
 */
export function draftProblems(draft: unknown, versions: readonly Questionnaire[]): Problem[] {
  const parsed = questionnaireSchema.safeParse(draft)
  if (parsed.success) return brokenFields(parsed.data, versions)
  return parsed.error.issues.map(issue => report(issue, draft))
}

const PARTS: Readonly<Record<string, string>> = {
  id: 'identificador',
  version: 'versión',
  locale: 'idioma',
  title: 'título',
  intro: 'introducción',
  legalNote: 'nota legal',
  optionOrder: 'orden de las opciones',
  resultMode: 'modo propuesto',
  emoji: 'emoji',
  description: 'descripción',
  targetLevel: 'nivel meta',
  weight: 'importancia',
  text: 'texto',
  help: 'ayuda',
  placeholder: 'ejemplo',
  field: 'campo',
  number: 'número',
  name: 'nombre',
  definition: 'definición',
  color: 'color',
  level: 'nivel',
  min: 'mínimo',
  max: 'máximo',
}

const at = (value: unknown, key: PropertyKey | undefined): unknown =>
  typeof value === 'object' && value !== null && key !== undefined ? Reflect.get(value, key) : undefined

function locate(path: Path, draft: unknown): FieldLocation {
  const [top, index, list, item] = path
  if (top !== 'sections' || typeof index !== 'number') return {}
  const section = index + 1
  if (list !== 'questions' && list !== 'openQuestions') return { section }
  const field = at(at(at(at(at(draft, 'sections'), index), list), item), 'field')
  return { section, field: typeof field === 'string' ? field : undefined }
}

/** The name of the control for a value, as the editor's form has it. */
function controlAt(path: Path, draft: unknown): string | undefined {
  const [top, index, part, item, own, option] = path
  if (top === 'levels') return typeof index === 'number' ? `level.${index + 1}.${String(part)}` : undefined
  if (top !== 'sections') return index === undefined && typeof top === 'string' ? top : undefined
  if (part === 'recommendations') return item === undefined ? undefined : `recommendations.${String(item)}`
  if (part !== 'questions' && part !== 'openQuestions') return typeof part === 'string' ? part : undefined
  const { field } = locate(path, draft)
  if (field === undefined || own === undefined) return undefined
  return own === 'options' && typeof option === 'number' ? `${field}.option.${option + 1}` : `${field}.${String(own)}`
}

/** 'Sección 2, pregunta 3, opción 4'. */
function describeLocation(path: Path): string {
  const words: string[] = []
  for (const [index, key] of path.entries()) {
    const next = path[index + 1]
    const number = typeof next === 'number' ? next + 1 : undefined
    if (key === 'sections' && number) words.push(`sección ${number}`)
    else if (key === 'questions' && number) words.push(`pregunta ${number}`)
    else if (key === 'openQuestions' && number) words.push(`pregunta abierta ${number}`)
    else if (key === 'options' && number) words.push(`opción ${number}`)
    else if (key === 'levels' && number) words.push(`nivel ${number}`)
    else if (key === 'recommendations')
      words.push(next === undefined ? 'recomendaciones' : `recomendaciones del nivel ${String(next)}`)
    else if (key === 'estimatedMinutes') words.push('minutos estimados')
    else if (key === 'colorRule') words.push('regla de colores')
    else if (typeof key === 'string' && key in PARTS) words.push(PARTS[key] ?? key)
  }
  const where = words.join(', ')
  return capital(where)
}

function missingEntry(path: Path): string {
  if (path.includes('recommendations')) return 'escribe al menos una, en su propia línea'
  return path.at(-1) === 'sections' ? 'agrega al menos una sección' : 'agrega al menos una pregunta'
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function describeReason(issue: Issue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return 'falta el texto'
      return issue.origin === 'array' ? missingEntry(issue.path) : `debe ser ${issue.minimum} o más`
    case 'too_big':
      if (issue.origin === 'string') return `puede tener hasta ${issue.maximum} caracteres`
      if (issue.origin !== 'array') return `debe ser ${issue.maximum} o menos`
      return issue.path.at(-1) === 'options'
        ? `debe haber ${OPTION_COUNT} opciones`
        : `puede haber hasta ${issue.maximum}`
    case 'invalid_type':
      return issue.expected === 'string' ? 'falta el texto' : 'falta o no es del tipo que corresponde'
    case 'invalid_format':
      return issue.path.at(-1) === 'field'
        ? 'usa minúsculas, números y guion bajo, y comienza con una letra'
        : 'no tiene el formato que corresponde'
    case 'unrecognized_keys':
      return `tiene datos que no existen en el formato: ${issue.keys.join(', ')}`
    case 'custom':
      return typeof issue.params?.shown === 'string' ? issue.params.shown : issue.message
    default:
      return 'no es un valor válido'
  }
}

function report(issue: Issue, draft: unknown): Problem {
  const where = describeLocation(issue.path)
  const reason = describeReason(issue)
  const text = where === '' ? capital(reason) : `${where}: ${reason}`
  return {
    ...locate(issue.path, draft),
    text: `${text}.`,
    control: controlAt(issue.path, draft),
    reason: `${capital(reason)}.`,
  }
}
