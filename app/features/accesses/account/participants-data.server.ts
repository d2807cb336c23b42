import { data, redirect } from 'react-router'
import { z } from 'zod'
import {
  countStages,
  findParticipant,
  findParticipantsItem,
  listParticipants,
  PAGE_SIZE,
} from '#app/features/accesses/dashboard/participants.server.ts'
import { isDone, isStage } from '#app/features/accesses/dashboard/participants.ts'
import { findPurchase } from '#app/features/accesses/dashboard/purchase.server.ts'
import { writeInvitation } from '#app/features/accesses/invitations/invitation.ts'
import { resendAsBuyer, revokeInvitation } from '#app/features/accesses/invitations/manage-invitation.server.ts'
import { remindPending } from '#app/features/accesses/invitations/remind-pending.server.ts'
import { fullName } from '#app/features/identity/identity.ts'
import { requireUser, type SessionUser } from '#app/features/identity/session.server.ts'
import { allKeyed } from '#app/kernel/all-keyed.ts'
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

/** One page of a purchase's people, and the person whose drawer is open. */
export async function loadParticipants(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now, settings } = servicesOf(args.context)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const { personId, done, ...filter } = parseAddress(args.url.searchParams)
  const input = { userId: user.id, itemId: itemId.data, now: now() }
  const found = await readAs(db, { kind: 'user', userId: user.id }, tx =>
    allKeyed({
      purchase: findPurchase(tx, input),
      stages: countStages(tx, input),
      people: listParticipants(tx, input, filter),
      person: personId && findParticipant(tx, input, personId),
      // What an invitation says.
      item: personId && findParticipantsItem(tx, user.id, input.itemId),
    }),
  )
  const { purchase, stages, people, person, item } = found
  if (!purchase || purchase.group.role === 'results') throw data('Not found', 404)
  return {
    ...purchase,
    ...stages,
    filter: { search: filter.search, stage: filter.stage },
    people: people.slice(0, PAGE_SIZE),
    next: people.length > PAGE_SIZE ? people[PAGE_SIZE - 1]?.id : undefined,
    opened: person && item ? openPerson(person, { item, user, appUrl: settings.appUrl }) : undefined,
    done,
  }
}

type Opening = {
  item: NonNullable<Awaited<ReturnType<typeof findParticipantsItem>>>
  user: SessionUser
  appUrl: string
}

/** Somebody with the invitation's text, whose code some buyers may not see. */
function openPerson(
  { access_code: stored, ...person }: NonNullable<Awaited<ReturnType<typeof findParticipant>>>,
  { item, user, appUrl }: Opening,
) {
  const access_code = item.result_mode === 'confidential' ? null : accessCode(stored)
  const buyer = { name: fullName(user), company: item.company_name ?? user.company }
  const isInvited = !person.own && !person.of_buyer
  return {
    person,
    message: isInvited
      ? writeInvitation(appUrl, { ...person, accessId: person.id, access_code, product: item, buyer }).message
      : undefined,
  }
}

const intent = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('resend'), accessId: z.uuid() }),
  z.object({ intent: z.literal('revoke'), accessId: z.uuid() }),
  z.object({ intent: z.literal('remind') }),
])

/** The page's forms. A success is shown at the page's address, with the list as it was filtered; a refusal beside its form. */
export async function answerParticipants(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = uuid.safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const parsed = intent.safeParse(await readForm(args.request))
  if (!parsed.success) throw data('Bad request', 400)
  const { search, stage } = parseAddress(args.url.searchParams)
  const shown = { ...(search !== '' && { q: search }), ...(stage && { estado: stage }) }
  const again = (more: Record<string, string>) =>
    redirect(`/account/items/${itemId.data}/participants?${new URLSearchParams({ ...shown, ...more })}`)
  return answerRefusals(() =>
    changeParticipants(servicesOf(args.context), { user, itemId: itemId.data, form: parsed.data, again }),
  )
}

type Change = {
  user: SessionUser
  itemId: string
  form: z.output<typeof intent>
  again: (more: Record<string, string>) => Response
}

async function changeParticipants({ db, now }: Services, { user, itemId, form, again }: Change) {
  const input = { user, itemId, now: now() }
  switch (form.intent) {
    case 'resend':
      await resendAsBuyer(db, { ...input, accessId: form.accessId })
      return again({ persona: form.accessId, listo: 'reenviada' })
    case 'revoke':
      await revokeInvitation(db, { ...input, accessId: form.accessId })
      return again({ listo: 'revocada' })
    case 'remind':
      return data({ reminded: await remindPending(db, input) })
  }
}
