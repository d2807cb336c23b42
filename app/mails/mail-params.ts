import { z } from 'zod'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { DeclaredMail } from './declared-mail.ts'
import { MAIL_DATA, MAIL_FLAGS, MAIL_LISTS } from './mail-data.ts'
import { isMailTemplate, MAILS, type MailTemplate } from './mails.ts'

type Mails = typeof MAILS
type Declared<
  Template extends MailTemplate,
  Key extends 'needs' | 'may' | 'flags' | 'lists',
> = Mails[Template] extends {
  [K in Key]: readonly (infer Name extends string)[]
}
  ? Name
  : never
type Lists = typeof MAIL_LISTS

/** The parameters of each mail, as `MAILS` declares them. */
export type TemplateParams = {
  [T in MailTemplate]: { [Name in Declared<T, 'needs'>]: string } & {
    [Name in Declared<T, 'may'> | (Mails[T] extends { nameless: true } ? never : 'nombre')]?: string | undefined
  } & { [Name in Declared<T, 'flags'>]?: boolean | undefined } & {
    [Name in Declared<T, 'lists'> & keyof Lists]: readonly { [Key in keyof Lists[Name][number]]: string }[]
  } & (Mails[T] extends { calendar: true } ? { calendario: z.input<typeof calendar> } : object)
}

type LateMail = { [T in MailTemplate]: Mails[T] extends { late: readonly string[] } ? T : never }[MailTemplate]
type LateName<T extends MailTemplate> = Mails[T] extends { late: readonly (infer Name)[] } ? Name : never

/** What a row of the outbox has of a mail's parameters. */
export type StoredParams = { [T in MailTemplate]: Omit<TemplateParams[T], LateName<T> & string> }

/**
 * The rest of them, read as the mail is sent, because only its recipient may read it: buyers and staff read the outbox.
 * Undefined where there is nothing to tell any more.
 */
export type LateData = {
  [T in LateMail]: (mail: {
    id: string
    recipient: string
    accessId: string | null
  }) => Promise<Pick<TemplateParams[T], LateName<T> & keyof TemplateParams[T]> | undefined>
}

/** The event that goes along as a calendar file. */
const calendar = z.strictObject({
  uid: z.string(),
  sequence: z.int().min(1),
  startsAt: z.iso.datetime(),
  minutes: z.int().min(1),
  location: z.string(),
  changedAt: z.iso.datetime(),
})

/** A link is a path of the shop or an address on its own origin; anything else is refused when the mail is rendered. */
const filled = (name: string) => (name.startsWith('enlace_') ? z.string().min(1) : z.string())

/** An empty text counts as none, so that the value of an optional column can be passed as it is; so does a progress of 0. */
const optional = (name: string) =>
  z
    .string()
    .transform(value => (value.trim() === '' || (name === 'porcentaje_avance' && value === '0') ? undefined : value))
    .optional()

const shape = <Type extends z.ZodType>(names: readonly string[], type: (name: string) => Type): Record<string, Type> =>
  Object.fromEntries(names.map(name => [name, type(name)]))

const makeSchema = ({ needs, may = [], flags = [], lists = [], nameless, calendar: hasCalendar }: DeclaredMail) =>
  z.strictObject({
    ...shape([...(nameless ? [] : ['nombre']), ...may], optional),
    ...shape(needs, filled),
    ...shape(flags, () => z.boolean().optional()),
    ...Object.fromEntries(
      lists.map(name => [name, z.array(z.strictObject(shape(Object.keys(MAIL_LISTS[name][0]), filled))).min(1)]),
    ),
    ...(hasCalendar && { calendario: calendar }),
  })

type Schema<Template extends MailTemplate> = Pick<z.ZodObject<Record<string, z.ZodType>>, 'shape'> &
  Pick<z.ZodType<TemplateParams[Template]>, 'parse' | 'safeParse'>

/** The schema of each mail's parameters. Amounts, counts and dates arrive formatted for a reader in Chile. */
export const mailParams = Object.fromEntries(
  Object.entries(MAILS).map(([template, mail]) => [template, makeSchema(mail)]),
) as unknown as { [Template in MailTemplate]: Schema<Template> }

/** Whether a mail's parameters are erased once it was sent. */
export const isSecret = (template: string): boolean => isMailTemplate(template) && 'secret' in MAILS[template]

const CALENDAR: z.input<typeof calendar> = {
  uid: 'item@tienda.example',
  sequence: 2,
  startsAt: '2026-12-03T12:30:00.000Z',
  minutes: 180,
  location: 'https://reunion.example/abc',
  changedAt: '2026-11-21T15:00:00.000Z',
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(Object.entries<{ sample?: string }>(MAIL_DATA).map(([name, { sample }]) => [name, sample])),
  ...MAIL_LISTS,
  calendario: CALENDAR,
}

function sampleParams(template: MailTemplate): Record<string, unknown> {
  const { samples = {} }: DeclaredMail = MAILS[template]
  const told = Object.keys(mailParams[template].shape).filter(name => !Object.hasOwn(MAIL_FLAGS, name))
  return { ...Object.fromEntries(told.map(name => [name, SAMPLES[name]])), ...samples }
}

/** Invented parameters of each mail, for tests and previews. */
export const MAIL_SAMPLES = Object.fromEntries(
  Object.keys(MAILS)
    .filter(isMailTemplate)
    .map(template => [template, sampleParams(template)]),
) as TemplateParams

/** One variant of a mail, for previews. */
export type MailSample = { name: string; params: Record<string, unknown> }

/** A mail with all parameters, with the required ones only, and once with each flag. */
export function mailSamples(template: MailTemplate): MailSample[] {
  const { flags = [] }: DeclaredMail = MAILS[template]
  const full: Record<string, unknown> = MAIL_SAMPLES[template]
  const isNeeded = (name: string) => mailParams[template].shape[name]?.safeParse(undefined).success === false
  return [
    { name: 'Con todos los datos', params: full },
    { name: 'Con lo mínimo', params: Object.fromEntries(Object.entries(full).filter(([name]) => isNeeded(name))) },
    ...flags.map(flag => {
      const [, , preview = flag]: readonly string[] = MAIL_FLAGS[flag]
      return { name: preview, params: { ...full, [flag]: true } }
    }),
  ]
}

const aboutMinutes = (minutes: number): string =>
  minutes === 1 ? 'un minuto' : `unos ${formatInteger(minutes)} minutos`

/** A product's duration in minutes as the invitation says it: one figure, a range, or a minimum only. */
export function durationParams(min: number, max: number | null): { duracion: string } {
  if (max === null) return { duracion: `${countOf(min, 'minuto', 'minutos')} o más` }
  return { duracion: max === min ? aboutMinutes(min) : `entre ${min} y ${max} minutos` }
}
