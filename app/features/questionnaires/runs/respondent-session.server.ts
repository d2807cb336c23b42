import type { Kysely } from 'kysely'
import { z } from 'zod'
import { workshopPath } from '#app/features/accesses/invitations/invitation.ts'
import { type RequestArgs, type SessionUser, sessionUser } from '#app/features/identity/session.server.ts'
import { runPath } from '#app/features/questionnaires/questionnaire.ts'
import type { AnsweringActor } from '#app/features/questionnaires/questionnaires.server.ts'
import type { InvitedPerson } from '#app/features/questionnaires/stage.ts'
import { addDays, DAY_MS } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { asActor, SYSTEM, VISITOR } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { networkOf } from '#app/platform/http/request-context.server.ts'
import type { RequestHead } from '#app/platform/http/request-head.ts'
import { newToken, tokenCookie } from '#app/platform/http/token-cookie.server.ts'
import { codeMark, typedOne } from '#app/platform/secrets/access-code.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import { findAccessContext, findRunOfAccess, findStoredCodes, openRespondentSession } from './runs.server.ts'

type Invited = { slug: string; accessId: unknown }

/**
 * The e-mail that the link of an invitation is for; undefined for an id that is no invitation of this product. The id
 * is random and known from the mail only; even so, pages show the address masked.
 */
export async function findInvitedEmail(db: Kysely<DB>, { slug, accessId }: Invited): Promise<string | undefined> {
  const id = z.uuid().safeParse(accessId)
  if (!id.success) return undefined
  const found = await asActor(db, SYSTEM, tx =>
    tx
      .selectFrom('user_accesses as access')
      .innerJoin('assessments as product', 'product.id', 'access.assessment_id')
      .select('access.email')
      .where('access.id', '=', id.data)
      .where('product.slug', '=', slug)
      .where('access.invited_by_user_id', 'is not', null)
      .where('access.status', '<>', 'revoked')
      .executeTakeFirst(),
  )
  return found?.email
}

/** Whom the link of an invitation is for, as its page says it. */
export async function findInvitedPerson(
  db: Kysely<DB>,
  { slug, accessId }: { slug: string; accessId: string },
): Promise<InvitedPerson | undefined> {
  const email = await findInvitedEmail(db, { slug, accessId })
  return email === undefined ? undefined : { accessId, email: maskEmail(email) }
}

/** `ana.perez@x.cl` as `an•••@x.cl`: enough for its owner to recognise, and for nobody else to write to. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at - 1))}•••${email.slice(at)}`
}

const DAYS = 30

/** The cookie of the respondent's session. */
export const respondentCookie = tokenCookie('alhena_respondent', { seconds: (DAYS * DAY_MS) / 1000 })

/** A new session expires after 30 days. It may outlive its access, to report that this one has expired. */
const sessionEnd = (now: Date): Date => addDays(now, DAYS)

/** Names a browser for as long as people have to answer a purchase; it gives access to nothing. */
export const browserCookie = tokenCookie('alhena_browser', { seconds: (180 * DAY_MS) / 1000 })

/**
 * The browser of a request: the token of its cookie, a new one where it has none. The database keeps a hash for
 * confidential accesses alone, to count people who share a browser (see results/rounds/cut-round.ts).
 */
export const readBrowser = (request: Request, appUrl: string): string =>
  browserCookie.read(request, appUrl) ?? newToken()

/** The respondent's session of a request, if its cookie is well-formed; the database decides whether it is valid. */
function readRespondent(request: Pick<RequestHead, 'headers'>, appUrl: string): AnsweringActor | undefined {
  const token = respondentCookie.read(request, appUrl)
  return token === undefined ? undefined : { kind: 'respondent', sessionHash: digestOf(token) }
}

/**
 * The possible identities of a request when answering: first the browser's respondent session, then the signed-in user.
 * A browser can have both, for two different accesses, so callers try each until one is allowed. Administrators answer
 * as the user they are, without staff permissions.
 */
export const answeringActors = (args: RequestArgs): AsyncGenerator<AnsweringActor> =>
  respondentThenUser(args.request, servicesOf(args.context).settings.appUrl, () => sessionUser(args))

/** The possible identities of a request that is not the web's. @param findUser the user of its session, asked for when it is needed. */
export async function* respondentThenUser(
  request: Pick<RequestHead, 'headers'>,
  appUrl: string,
  findUser: () => Promise<Pick<SessionUser, 'id'> | undefined>,
): AsyncGenerator<AnsweringActor> {
  const respondent = readRespondent(request, appUrl)
  if (respondent) yield respondent
  const user = await findUser()
  if (user) yield { kind: 'user', userId: user.id }
}

/** The signed-in user alone, for pages that a respondent's session does not open. */
export async function* onlyUser(userId: string): AsyncGenerator<AnsweringActor> {
  yield { kind: 'user', userId }
}

export type OpenedAccess = {
  /** The secret of the respondent's session, stored only in the cookie. */
  token: string
  accessId: string
  /** Where to continue: the questionnaire of the access's product, or the workshop. */
  address: string
  /** The run to continue, when it was started before. */
  runId: string | undefined
  /** Whether its person was promised confidentiality: the browser keeps its name. */
  confidential: boolean
}

export type OpenAccessFailure =
  /** Wrong pair, revoked (with the same text) or too many attempts. */
  | { code: 'invalid'; message: string }
  /** The right pair of an access whose time is over; `own`: the buyer's own seat. */
  | { code: 'ended'; endedOn: Date; own: boolean }
  | { code: 'already_completed' }
  /** The product no longer has a questionnaire or a page of its own. */
  | { code: 'no_questionnaire' }

/**
 * Opens a respondent session with e-mail and code (specification 2, section 4, transition 2). Attempts are counted and
 * limited in the database, per code, per network and, within a network, per e-mail.
 * @param input e-mail and code as validated by the form's schema, the visitor's network address, and the browser.
 */
export async function openAccess(
  { db }: { db: Kysely<DB> },
  input: { email: string; access_code: string; address: string; browser: string },
  now: Date,
): Promise<Result<OpenedAccess, OpenAccessFailure>> {
  const token = newToken()
  const verdict = await asActor(db, VISITOR, async tx =>
    openRespondentSession(tx, {
      storedCode: typedOne(await findStoredCodes(tx, input.email), input.access_code),
      mark: codeMark(input.access_code),
      email: input.email,
      network: networkOf(input.address),
      browser: input.browser,
      tokenHash: digestOf(token),
      endsAt: sessionEnd(now),
      now,
    }),
  )
  const { access_id: accessId, ended_at: endedAt } = verdict
  if (accessId === null || (!verdict.is_valid && endedAt === null)) {
    return err({ code: 'invalid', message: verdict.error_message ?? 'Código de acceso o email inválido' })
  }
  return asActor(db, SYSTEM, async tx => {
    const context = await findAccessContext(tx, accessId)
    const run = await findRunOfAccess(tx, accessId)
    if (run?.status === 'completed') return err({ code: 'already_completed' })
    if (endedAt !== null) return err({ code: 'ended', endedOn: endedAt, own: context?.invited_by_user_id === null })
    const confidential = context?.result_mode === 'confidential'
    if (context?.type === 'workshop') {
      return ok({ token, accessId, address: workshopPath(context.slug, accessId), runId: undefined, confidential })
    }
    if (!context?.questionnaire_id) return err({ code: 'no_questionnaire' })
    return ok({ token, accessId, address: runPath(context.slug, accessId, run?.id), runId: run?.id, confidential })
  })
}
