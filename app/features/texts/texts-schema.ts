import { z } from 'zod'
import { withoutControls } from '#app/kit/forms/text.ts'
import { legalPlaceholders } from '#app/platform/legal/legal.ts'
import { type LegalContent, legalContentSchema } from '#app/platform/legal/legal-schema.ts'
import { SHOP_TEXT_FIELDS } from '#app/platform/texts/shop-texts.ts'

const clean = (typed: string): string => withoutControls(typed).trim()

/** What was typed as one line. */
export const cleanLine = (typed: string): string => clean(typed).replaceAll(/\s+/g, ' ')

export const seenField = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

type Form = Readonly<Record<string, string>>
export type Checked<Value> = { value: Value; errors: Record<string, string> }

/** The storefront's texts of a form: those that differ from the release's. */
export function readShopForm(form: Form): Checked<Record<string, string>> {
  const errors: Record<string, string> = {}
  const value: Record<string, string> = {}
  for (const { name, text, max } of SHOP_TEXT_FIELDS) {
    const typed = cleanLine(form[name] ?? text)
    if (typed === '') errors[name] = 'Escribe este texto, o vuelve al original.'
    else if (typed.length > max) errors[name] = `Puede tener hasta ${max} caracteres.`
    if (typed !== text) value[name] = typed
  }
  return { value, errors }
}

const paragraphs = (typed: string): string[] =>
  clean(typed)
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter(paragraph => paragraph !== '')

const lines = (typed: string): string[] =>
  clean(typed)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

const NAMES = new Set(legalPlaceholders().map(({ name }) => name))

/** The error in a text's braces: placeholders are written {like_this}. */
function bracesProblem(text: string): string | undefined {
  const unknown = [...text.matchAll(/\{([a-z_]+)\}/g)].map(match => match[1] ?? '').filter(name => !NAMES.has(name))
  if (unknown.length > 0) return `No existe el dato ${unknown.map(name => `{${name}}`).join(', ')}.`
  return /[{}]/.test(text.replaceAll(/\{[a-z_]+\}/g, '')) ? 'Hay una llave suelta.' : undefined
}

type LegalWords = Omit<LegalContent, 'updated'>
const texts = legalContentSchema.omit({ updated: true })

const MESSAGES: Record<string, string> = {
  title: 'Escribe un título de hasta 200 caracteres.',
  summary: 'Escribe entre 1 y 20 frases, una por línea.',
  templateNotice: 'Escribe el aviso, de hasta 1.000 caracteres.',
  sections: 'Cada sección necesita un título y un texto.',
}

/** A legal text of a form: a summary of lines, and sections of a heading and paragraphs; an empty section is left out. */
export function readLegalForm(form: Form): Checked<LegalWords> {
  const numbers = Object.keys(form).flatMap(name => /^seccion\.(\d{1,3})\.titulo$/.exec(name)?.[1] ?? [])
  const sections = numbers
    .map(Number)
    .toSorted((a, b) => a - b)
    .map(number => ({
      number,
      heading: clean(form[`seccion.${number}.titulo`] ?? ''),
      body: paragraphs(form[`seccion.${number}.texto`] ?? ''),
    }))
    .filter(({ heading, body }) => heading !== '' || body.length > 0)
  const errors: Record<string, string> = {}
  const value = {
    title: clean(form.title ?? ''),
    status: form.status === 'revisado' ? ('revisado' as const) : ('plantilla' as const),
    templateNotice: clean(form.templateNotice ?? ''),
    summary: lines(form.summary ?? ''),
    sections: sections.map(({ heading, body }) => ({ heading, body })),
  }
  for (const { number, heading, body } of sections) {
    const unfit = bracesProblem(heading)
    if (heading === '') errors[`seccion.${number}.titulo`] = 'Escribe el título de la sección.'
    else if (unfit !== undefined) errors[`seccion.${number}.titulo`] = unfit
    const problem = bracesProblem(body.join(' '))
    if (body.length === 0) errors[`seccion.${number}.texto`] = 'Escribe el texto de la sección.'
    else if (problem !== undefined) errors[`seccion.${number}.texto`] = problem
  }
  for (const name of ['title', 'summary', 'templateNotice'] as const) {
    const problem = bracesProblem([value[name]].flat().join(' '))
    if (problem !== undefined) errors[name] = problem
  }
  const parsed = texts.safeParse(value)
  if (!parsed.success && Object.keys(errors).length === 0) {
    for (const { path } of parsed.error.issues) {
      const name = String(path[0] ?? 'form')
      errors[name] ??= MESSAGES[name] ?? 'Revisa este texto.'
    }
  }
  return { value, errors }
}
