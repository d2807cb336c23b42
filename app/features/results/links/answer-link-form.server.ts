import type { Kysely } from 'kysely'
import { data } from 'react-router'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { makeLinkForm, makeResultLink, revokeLinkForm, revokeResultLink } from './manage-links.server.ts'
import { LINK_FIELDS, LINK_INTENTS, type LinkAnswer, linkedPath } from './result-links.ts'

/** Whether a posted form is one of the links'. */
export const isLinkForm = ({ intent }: Readonly<Record<string, string>>): boolean =>
  LINK_INTENTS.some(known => known === intent)

type Managing = { userId: string; itemId: string; now: Date; appUrl: string }

/**
 * Answers a form of the links to results: with a new link, which is shown this once.
 * @throws 404 where the user doesn't manage the purchase, 400 for what no form of the page posts
 */
export function answerLinkForm(
  db: Kysely<DB>,
  { appUrl, ...managing }: Managing,
  form: Readonly<Record<string, string>>,
) {
  return form.intent === 'revoke-link' ? revoke(db, managing, form) : make(db, managing, form, appUrl)
}

function make(
  db: Kysely<DB>,
  managing: Omit<Managing, 'appUrl'>,
  form: Readonly<Record<string, string>>,
  appUrl: string,
) {
  const kept = { intent: 'make-link' as const, values: typedValues(form, LINK_FIELDS) }
  const parsed = makeLinkForm.safeParse(form)
  if (!parsed.success) {
    const errors = firstMessagePerField(parsed.error)
    return data<LinkAnswer>({ ...kept, done: false, text: 'Revisa los datos marcados.', errors }, 400)
  }
  return answerRefusals(async () => {
    const token = await makeResultLink(db, { ...managing, ...parsed.data })
    if (token === undefined) throw data('Not found', 404)
    const made: LinkAnswer = {
      intent: 'make-link',
      done: true,
      text: 'El enlace está listo. Cópialo ahora: no lo volvemos a mostrar.',
      errors: {},
      address: appUrl + linkedPath(token),
    }
    return data(made)
  }, kept)
}

function revoke(db: Kysely<DB>, managing: Omit<Managing, 'appUrl'>, form: Readonly<Record<string, string>>) {
  const intent = 'revoke-link' as const
  const parsed = revokeLinkForm.safeParse(form)
  if (!parsed.success) throw data('Bad request', 400)
  return answerRefusals(
    async () => {
      await revokeResultLink(db, { ...managing, ...parsed.data })
      return data<LinkAnswer>({
        intent,
        done: true,
        text: 'Revocaste el enlace: ya no abre los resultados.',
        errors: {},
      })
    },
    { intent },
  )
}
