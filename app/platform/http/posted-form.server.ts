import { data } from 'react-router'
import { ACCOUNT_FIELD } from './account-field.ts'
import { countFields, SIGNED_IN } from './body-size.server.ts'
import { OTHER_ACCOUNT_STATUS, type OtherAccount } from './other-account.ts'

/** The account of a request's session. */
type Owner = { id: string; email: string }

/** A body can be read once, and the session asks for whose form it is before the action reads it. */
const posted = new WeakMap<Request, Promise<FormData>>()
const owners = new WeakMap<Request, Owner>()
const claims = new WeakMap<FormData, string>()

/**
 * A posted form. The HTTP entry has counted its fields by its address already, except those of a form with a file, whose body
 * nobody reads before its action knows who sends it.
 * @throws 400 when the body is no form at all, 413 when it has more fields than any form of the shop, and as `requireOwnForm`.
 */
export async function postedForm(request: Request): Promise<FormData> {
  const known = posted.get(request) ?? readBody(request)
  posted.set(request, known)
  const form = await known
  const owner = owners.get(request)
  if (owner) refuseOthers(request, form, owner)
  return form
}

/**
 * Refuses a form that was opened under another account than the session's: in another tab of the browser somebody else has
 * signed in since. A form that says nothing was opened by nobody (an older page, a program). One with a file is refused as
 * soon as its action reads it.
 * @throws 412 with `OtherAccount`
 */
export async function requireOwnForm(request: Request, owner: Owner): Promise<void> {
  owners.set(request, owner)
  const type = request.headers.get('content-type') ?? ''
  if (posted.has(request) || /^application\/x-www-form-urlencoded\b/i.test(type)) await postedForm(request)
}

/**
 * Refuses a form of an account where nobody is signed in: its session has expired or was closed in another tab. Leading to the log-in
 * would lose what was typed. One with a file is refused unread, because nobody is known who sends it.
 * @throws 412 with `OtherAccount`, for a form that says whose it is
 */
export async function refuseSignedOut(request: Request): Promise<void> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\/form-data\b/i.test(type) && !posted.has(request)) throw refusalOf(null, [])
  if (!posted.has(request) && !/^application\/x-www-form-urlencoded\b/i.test(type)) return
  const form = await postedForm(request)
  if (claims.has(form)) throw refusalOf(null, sentOf(request, form))
}

async function readBody(request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? ''
  const body = await request.arrayBuffer().then(
    buffer => new Uint8Array(buffer),
    () => undefined,
  )
  if (body === undefined) throw data('Bad request', { status: 400 })
  if (countFields(body, type) > SIGNED_IN.fields) throw data('Too many fields', { status: 413 })
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => {
    throw data('Bad request', { status: 400 })
  })
  const claim = form.get(ACCOUNT_FIELD)
  if (typeof claim === 'string') claims.set(form, claim)
  // No action knows the field.
  form.delete(ACCOUNT_FIELD)
  return form
}

function refuseOthers(request: Request, form: FormData, owner: Owner): void {
  const claim = claims.get(form)
  if (claim === undefined || claim === owner.id) return
  throw refusalOf(owner.email, sentOf(request, form))
}

/** Whether the answer replaces the page: the router asks for data. */
export const isWithoutScripts = ({ headers }: Request): boolean => headers.get('accept')?.includes('text/html') ?? false

/** What a page without scripts is to show again, with whose it is. A page with scripts stays as it is and needs nothing back. */
function sentOf(request: Request, form: FormData): OtherAccount['sent'] {
  if (!isWithoutScripts(request)) return []
  const sent = [...form].flatMap(([name, value]) =>
    typeof value === 'string' && !/password/i.test(name) ? [[name, value] as const] : [],
  )
  return [...sent, [ACCOUNT_FIELD, claims.get(form) ?? '']]
}

/** A whole response: actions pass it on, whatever they make of failures. */
const refusalOf = (signedInAs: string | null, sent: OtherAccount['sent']): Response =>
  Response.json({ signedInAs, sent } satisfies OtherAccount, { status: OTHER_ACCOUNT_STATUS })
