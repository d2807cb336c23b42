import { data, redirect } from 'react-router'
import { z } from 'zod'
import { findPaidItem } from '#app/features/accesses/accesses.server.ts'
import { isExpired } from '#app/features/accesses/accesses.ts'
import { fillForm } from '#app/features/accesses/accesses-schema.server.ts'
import {
  fillList,
  findListText,
  previewList,
  readUpload,
  rereadList,
  storeList,
} from '#app/features/accesses/invitations/invitation-list.server.ts'
import { findRepeatedList, prepareRepeatedList } from '#app/features/accesses/invitations/repeated-list.server.ts'
import { sampleInvitation } from '#app/features/accesses/invitations/sample-invitation.server.ts'
import { SETUP_INTENTS, type SetupIntent, setupPath } from '#app/features/accesses/invitations/setup.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { requireUser, type SessionUser } from '#app/features/identity/session.server.ts'
import { OWN } from '#app/features/organisations/organisations.ts'
import { findReportingGroups } from '#app/features/results/rounds/define-groups.server.ts'
import { forecastGroups } from '#app/features/results/rounds/reporting-groups.ts'
import { inviteRound, saveRound } from '#app/features/results/rounds/set-up-round.server.ts'
import { findItemTargets } from '#app/features/results/targets/choose-targets.server.ts'
import { dayOf, endOfDay, parseDay, startOfDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals, textsOf } from '#app/kit/forms/answer-form.server.ts'
import { firstMessagePerField, typedValues } from '#app/kit/forms/form-answer.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import type { ResultMode } from '#app/platform/database/values.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/setup'

const uuid = z.uuid()
const optionalId = uuid.optional().catch(undefined)
const readId = (url: URL, name: string) => optionalId.parse(url.searchParams.get(name) ?? undefined)

/** The address's item, list to invite and list to correct. @throws 404 */
async function readRequest(args: Route.LoaderArgs | Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const shown = { draftId: readId(args.url, 'lista'), correctedId: readId(args.url, 'corregir') }
  return { user, owned: { userId: user.id, itemId: itemId.data }, ...shown }
}

/** A round before its first invitation. One that is set up leads to its people. */
export async function loadSetup(args: Route.LoaderArgs) {
  const { user, owned, draftId, correctedId } = await readRequest(args)
  const { db, now, settings } = servicesOf(args.context)
  const at = now()
  const [item, round, preview, text, repeated, targets] = await Promise.all([
    readAs(db, { kind: 'user', userId: user.id }, tx => findPaidItem(tx, user.id, owned.itemId)),
    findReportingGroups(db, owned),
    draftId === undefined ? undefined : previewList(db, { ...owned, draftId, now: at }),
    correctedId === undefined ? undefined : findListText(db, { ...owned, draftId: correctedId }),
    findRepeatedList(db, owned),
    findItemTargets(db, owned),
  ])
  if (!item) throw data('Not found', 404)
  const page = `/account/items/${item.id}`
  if (!round) throw redirect(`${page}/invitations`)
  if (round.invited) throw redirect(preview ? `${page}/invitations/${draftId}` : `${page}/participants`)
  // A list is deleted after a day.
  if (draftId !== undefined && (!preview || preview.confirmed)) throw redirect(setupPath(item.id))
  const listed = preview && !preview.confirmed ? preview : undefined
  const people = listed?.rows.flatMap(({ outcome, written }) => (outcome === 'new' ? [written] : [])) ?? []
  const [person = { firstName: 'Camila', email: 'camila@tuempresa.cl' }] = people
  const chosen = { ...item, ...readChoices(args.url) }
  const buyer = { name: fullName(user), company: item.company_name ?? user.company }
  return {
    item: {
      id: item.id,
      name: item.name,
      mode: item.mode,
      is_read: item.questionnaire_id !== null,
      result_mode: item.result_mode,
      seats: item.seats,
      used_seats: item.used_seats,
      expired: isExpired(item, at),
      reminder_days: item.reminder_days,
      due: { day: item.due_at ? dayOf(item.due_at) : '', min: dayOf(at), max: dayOf(item.expires_at) },
    },
    owner: round.holder_id === user.id ? OWN : round.holder_id,
    listed: listed && { ...listed, draftId: draftId ?? '' },
    forecast: listed && forecastGroups(round.reporting_groups, people, round.inviters),
    text: text ?? '',
    repeated,
    targets,
    mail: sampleInvitation({ item: chosen, buyer, person, appUrl: settings.appUrl }),
  }
}

/** Mode and date that are chosen in the page and not saved yet, for the mail that it shows. */
function readChoices({ searchParams }: URL): { result_mode?: ResultMode; due_at?: Date | null } {
  const mode = searchParams.get('modo')
  const typed = searchParams.get('fecha')
  const day = parseDay(typed)
  return {
    ...((mode === 'nominative' || mode === 'confidential') && { result_mode: mode }),
    ...(typed === '' ? { due_at: null } : day && { due_at: endOfDay(startOfDay(day)) }),
  }
}

const isSetupIntent = (value: unknown): value is SetupIntent => SETUP_INTENTS.some(intent => intent === value)

/** The page's forms: what is chosen is saved with whatever is done next. A refusal keeps what was typed. */
export async function answerSetup(args: Route.ActionArgs) {
  const { user, owned, draftId } = await readRequest(args)
  const services = servicesOf(args.context)
  const posted = await postedForm(args.request)
  const form = textsOf(posted)
  if (form.intent === 'fill' || form.intent === 'reread') {
    if (draftId === undefined) throw data('Not found', 404)
    return completeList(services, { ...owned, draftId }, form)
  }
  const { intent } = form
  if (!isSetupIntent(intent)) throw data('Bad request', 400)
  return answerRefusals(() => setUp(services, { user, ...owned, draftId, intent, posted, form }), { values: form })
}

/** Completes people of the list, or reads its file in another way. */
async function completeList(
  { db }: Services,
  list: { userId: string; itemId: string; draftId: string },
  form: Record<string, string>,
) {
  if (form.intent === 'reread') {
    const reread = async () => {
      if (!(await rereadList(db, { ...list, form }))) throw data('Not found', 404)
      return null
    }
    return answerRefusals(reread, { values: form })
  }
  const fill = fillForm.safeParse(form)
  if (!fill.success) {
    const values = typedValues(form, ['role', 'area'])
    return data({ fill: { errors: firstMessagePerField(fill.error), values } }, 400)
  }
  if (!(await fillList(db, { ...list, ...fill.data }))) throw data('Not found', 404)
  return null
}

type Posted = {
  user: SessionUser
  userId: string
  itemId: string
  draftId: string | undefined
  intent: SetupIntent
  posted: FormData
  form: Record<string, string>
}

async function setUp({ db, uploads, now }: Services, { user, draftId, intent, posted, form, ...owned }: Posted) {
  const at = now()
  if (intent === 'invite') {
    if (draftId === undefined) throw data('Bad request', 400)
    const list = { ...owned, user, draftId, key: form.key ?? '', now: at }
    if ((await inviteRound(db, { ...list, form })) === undefined) throw data('Not found', 404)
    return redirect(`/account/items/${owned.itemId}/invitations/${draftId}`)
  }
  const list = intent === 'review' ? await readUpload(uploads, posted, user.id) : undefined
  if (!(await saveRound(db, { ...owned, form, now: at }))) throw data('Not found', 404)
  if (intent === 'save') return redirect(setupPath(owned.itemId, { lista: draftId }))
  if (intent === 'correct') return redirect(setupPath(owned.itemId, { corregir: draftId }))
  if (intent === 'groups') {
    return redirect(`/account/items/${owned.itemId}/groups${draftId === undefined ? '' : `?lista=${draftId}`}`)
  }
  const stored = list ? await storeList(db, { ...owned, ...list }) : await prepareRepeatedList(db, owned)
  if (stored === undefined && !list) refuse('Todas las personas de la medición anterior ya están invitadas.')
  if (stored === undefined) throw data('Not found', 404)
  return redirect(setupPath(owned.itemId, { lista: stored }))
}
