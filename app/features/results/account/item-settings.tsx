import { data } from 'react-router'
import { z } from 'zod'
import { requireUser } from '#app/features/identity/session.server.ts'
import { findItemSettings } from '#app/features/results/settings/item-settings.server.ts'
import { ItemSettingsForms } from '#app/features/results/settings/item-settings.tsx'
import { readForm } from '#app/kit/forms/answer-form.server.ts'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { PurchasePage, partTitle } from '#app/layouts/account/purchase-page.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/item-settings'
import { answerSettingsForm } from './settings-forms.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: partTitle('settings', loaderData?.group) }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireUser(args)
  const { db, now } = servicesOf(args.context)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const found = await findItemSettings(db, { userId: user.id, itemId: itemId.data, now: now() })
  if (!found) throw data('Not found', 404)
  return found
}

/** Sets the due date and reminders, who may read what, or the targets, or publishes a round; errors are shown beside the form. */
export async function action(args: Route.ActionArgs) {
  const user = await requireUser(args)
  const itemId = z.uuid().safeParse(args.params.itemId)
  if (!itemId.success) throw data('Not found', 404)
  const form = await readForm(args.request)
  const { db, now, settings } = servicesOf(args.context)
  return answerSettingsForm(db, { userId: user.id, itemId: itemId.data, now: now(), appUrl: settings.appUrl }, form)
}

export default function ItemSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { group, dashboard, settings } = loaderData
  return (
    <PurchasePage group={group} dashboard={dashboard} tab="settings">
      {settings.followUp || settings.item.isOfCompany ? (
        <ItemSettingsForms settings={settings} answer={actionData} />
      ) : (
        <Panel>
          <EmptyState as="h2" title="No hay nada que ajustar">
            {group.has_questionnaire
              ? 'El plazo para responder terminó.'
              : 'Un taller no tiene plazo ni resultados que ajustar.'}
          </EmptyState>
        </Panel>
      )}
    </PurchasePage>
  )
}
