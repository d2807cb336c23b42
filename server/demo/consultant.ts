import type { PoolClient } from 'pg'
import { markConsultant } from '#app/features/organisations/client-companies.server.ts'
import { manageOrganisation, type OrganisationCommand } from '#app/features/organisations/manage-organisation.server.ts'
import type { CheckoutForm } from '#app/features/payments/checkout/checkout-schema.ts'
import { addDays } from '#app/kernel/dates.ts'
import { makeDemoAccount } from './account.ts'
import { answer, enter } from './answer.ts'
import { DEMO_CLIENT_COMPANIES, DEMO_CONSULTANT, DEMO_DAYS, RECEIPTED } from './company.ts'
import { emailName } from './email-name.ts'
import { type Demo, describe, invite } from './people.ts'
import { purchase } from './purchase.ts'

/** A consultant with client companies, each with a purchase of its own: one has results, the other is invited. */
export async function advise(demo: Demo, client: PoolClient): Promise<void> {
  const { services, ownerPool, admin, now } = demo
  const consultant = await makeDemoAccount(client, services.auth, DEMO_CONSULTANT)
  const at = addDays(now, -DEMO_DAYS.clients)
  const manage = async (command: OrganisationCommand) =>
    (await manageOrganisation(services.db, consultant, command, at)) ?? ''
  const organisation = await manage({ intent: 'create', name: DEMO_CONSULTANT.company, rut: null })
  await markConsultant(services.db, { actor: admin, organisationId: organisation, isConsultant: true })
  for (const { name, domain, slug, people } of DEMO_CLIENT_COMPANIES) {
    const organisationId = await manage({ intent: 'add-client', organisation, name, rut: null })
    const form: CheckoutForm = { ...RECEIPTED, companyName: DEMO_CONSULTANT.company, organisationId }
    const seats = people.length + 1
    const itemId = await purchase(services, ownerPool, consultant, { slug, mode: 'business', seats, form, at })
    for (const [index, { view, ...person }] of people.entries()) {
      const invitee = { ...person, email: `${emailName(person.firstName)}@${domain}` }
      const invited = await invite(demo, consultant, itemId, invitee, at)
      if (view === undefined) continue
      const began = addDays(at, index + 2)
      const respondent = await enter(services, invited, began)
      await answer(services, { ...respondent, ...describe(person), company: name }, slug, { view }, began)
    }
  }
}
