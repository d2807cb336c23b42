import { data, redirect } from 'react-router'
import { z } from 'zod'
import { isExpired } from '#app/features/accesses/accesses.ts'
import {
  countStages,
  findParticipant,
  findParticipantsItem,
  listParticipants,
  PAGE_SIZE,
} from '#app/features/accesses/dashboard/participants.server.ts'
import { isDone, isStage, type Participant, REMINDER_DAYS } from '#app/features/accesses/dashboard/participants.ts'
import { writeInvitation } from '#app/features/accesses/invitations/invitation.ts'
import {
  chooseDueDate,
  resendAsBuyer,
  revokeInvitation,
  scheduleReminders,
} from '#app/features/accesses/invitations/manage-invitation.server.ts'
import { remindPending } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { requireUser, type SessionUser } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
import { dayOf, parseDay } from '#app/kernel/dates.ts'
import { refuse } from '#app/kernel/refusal.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { readSearch } from '#app/kit/lists/list-address.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { accessCode } from '#app/platform/secrets/access-code.server.ts'
import { type Services, servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/participants'

const uuid = z.uuid()
const optionalId = uuid.optional().catch(undefined)

function parseAddress(search: URLSearchParams) {
  const stage = search.get('estado')
  const done = search.get('listo')
  return {
    search: readSearch(search.get('q')),
    stage: isStage(stage) ? stage : undefined,
    after: optionalId.parse(search.get('despues') ?? undefined),
    personId: optionalId.parse(search.get('persona') ?? undefined),
    done: isDone(done) ? done : undefined,
  }
}

/** One page of an item's people, and the person whose panel is open. */
export async function loadParticipants(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now, settings } = servicesOf(args.context)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const { personId, done, ...filter } = parseAddress(args.url.searchParams)
  const at = now()
  const input = { userId: user.id, itemId: itemId.data, now: at }
  const found = await readAs(db, { kind: 'user', userId: user.id }, async tx => {
    const { item, stages, ...shown } = await allKeyed({
      item: findParticipantsItem(tx, user.id, itemId.data),
      stages: countStages(tx, input),
      people: listParticipants(tx, input, filter),
      coded: personId && findParticipant(tx, input, personId),
    })
    return item && { item, ...stages, ...shown }
  })
  if (!found) throw data('Not found', 404)
  const { item, people, counts, pending } = found
  const confidential = item.result_mode === 'confidential'
  const openedPerson = ({ access_code: stored, ...person }: Participant & { access_code: string }) => {
    // Some buyers may not see it.
    const code = confidential ? null : accessCode(stored)
    const mail = { ...person, accessId: person.id, access_code: code, product: item }
    const buyer = { name: fullName(user), company: item.company_name ?? user.company }
    return {
      person,
      message: person.own || person.of_buyer ? undefined : writeInvitation(settings.appUrl, { ...mail, buyer }).message,
    }
  }
  const opened = found.coded ? openedPerson(found.coded) : undefined
  return {
    item: {
      id: item.id,
      name: item.name,
      order_number: item.order_number,
      seats: item.seats,
      used_seats: item.used_seats,
      mode: item.mode,
      reminder_days: item.reminder_days,
      due: {
        day: item.selected_due_at ? dayOf(item.selected_due_at) : undefined,
        min: dayOf(at),
        max: dayOf(item.expires_at),
        passed: item.selected_due_at !== null && item.selected_due_at <= at,
      },
      has_questionnaire: item.questionnaire_id !== null,
      confidential,
      expired: isExpired(item, at),
    },
    counts,
    pending,
    filter: { search: filter.search, stage: filter.stage },
    people: people.slice(0, PAGE_SIZE),
    next: people.length > PAGE_SIZE ? people[PAGE_SIZE - 1]?.id : undefined,
    opened,
    done,
  }
}

const days = z.literal(['', ...REMINDER_DAYS.map(String)]).transform(text => (text === '' ? null : Number(text)))
const intent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend'), accessId: z.uuid() }),
  z.object({ intent: z.literal('revoke'), accessId: z.uuid() }),
  z.object({ intent: z.literal('reminders'), days }),
  z.object({ intent: z.literal('remind') }),
  z.object({ intent: z.literal('due'), due: z.string().max(40) }),
])

/** The page's forms. A success is shown at the page's address, a refusal beside its form. */
export async function answerParticipants(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const parsed = intent.safeParse(await readForm(args.request))
  if (!parsed.success) throw data('Bad request', 400)
  const form = parsed.data
  const values = { due: form.intent === 'due' ? form.due.trim() : '' }
  return answerRefusals(() => changeParticipants(servicesOf(args.context), user, itemId.data, form), { values })
}

async function changeParticipants(
  { db, now }: Services,
  user: SessionUser,
  itemId: string,
  form: z.output<typeof intent>,
) {
  const page = `/account/items/${itemId}/participants`
  const input = { user, itemId, now: now() }
  switch (form.intent) {
    case 'resend':
      await resendAsBuyer(db, { ...input, accessId: form.accessId })
      return redirect(`${page}?persona=${form.accessId}&listo=reenviada`)
    case 'revoke':
      await revokeInvitation(db, { ...input, accessId: form.accessId })
      return redirect(`${page}?listo=revocada`)
    case 'remind':
      return data({ reminded: await remindPending(db, input) })
    case 'due': {
      const day = parseDay(form.due.trim())
      if (form.due.trim() !== '' && !day) refuse('Escribe una fecha válida, por ejemplo 21-12-2026.', { field: 'due' })
      const isFound = await chooseDueDate(db, { userId: user.id, itemId, day: day ?? null, now: input.now })
      if (!isFound) throw data('Not found', 404)
      return redirect(`${page}?listo=${day ? 'fecha' : 'sinfecha'}`)
    }
    case 'reminders':
      if (!(await scheduleReminders(db, { userId: user.id, itemId, days: form.days }))) throw data('Not found', 404)
      return redirect(`${page}?listo=recordatorios`)
  }
}
