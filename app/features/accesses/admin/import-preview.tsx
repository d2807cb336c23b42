import { useEffect, useRef } from 'react'
import { data, useNavigation } from 'react-router'
import { z } from 'zod'
import { ReadingForm } from '#app/features/accesses/invitations/list-upload.tsx'
import { PlannedPeople } from '#app/features/accesses/invitations/planned-rows.tsx'
import { requireRole } from '#app/features/identity/session.server.ts'
import { countOf, formatInteger, inNumber } from '#app/kernel/format.ts'
import { answerRefusals, readForm } from '#app/kit/forms/answer-form.server.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { ReadingNotes } from '#app/kit/forms/sheet-reading-form.tsx'
import { readSearch } from '#app/kit/lists/list-address.ts'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { Button, ButtonLink } from '#app/kit/ui/button.tsx'
import { Stat, StatList } from '#app/kit/ui/facts.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/import-preview'
import {
  chooseImportItem,
  confirmImport,
  type ImportPreview,
  previewImport,
  rereadImport,
} from './access-import.server.ts'
import { ChooseItem } from './import-choose-item.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Revisar la lista · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.importId)
  const search = readSearch(args.url.searchParams.get('search'))
  const actor = { kind: 'admin', userId: user.id } as const
  const preview = id.success ? await previewImport(db, { actor, importId: id.data, search, now: now() }) : undefined
  if (!preview) throw data('Not found', 404)
  return { preview, search, importId: args.params.importId }
}

const requested = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('choose'), item: z.uuid() }),
  z.object({ intent: z.literal('leave') }),
  z.object({ intent: z.literal('reread') }),
  z.object({ intent: z.literal('confirm'), key: z.string().max(100) }),
])

export async function action(args: Route.ActionArgs) {
  const user = await requireRole(args, ['admin'])
  const { db, now } = servicesOf(args.context)
  const id = z.uuid().safeParse(args.params.importId)
  const sent = await readForm(args.request)
  const form = requested.safeParse(sent)
  if (!id.success) throw data('Not found', 404)
  if (!form.success) throw data('Bad request', 400)
  const input = { actor: { kind: 'admin', userId: user.id } as const, importId: id.data }
  const command = form.data
  return answerRefusals(async () => {
    switch (command.intent) {
      case 'choose':
        await chooseImportItem(db, { ...input, itemId: command.item })
        return null
      case 'leave':
        await chooseImportItem(db, { ...input, itemId: null })
        return null
      case 'reread':
        if (!(await rereadImport(db, { ...input, form: sent }))) throw data('Not found', 404)
        return null
      case 'confirm': {
        const invited = await confirmImport(db, { ...input, key: command.key, now: now() })
        if (invited === undefined) throw data('Not found', 404)
        return null
      }
    }
  })
}

/** A stored list: its item, the outcome for each person, and what was done. */
export default function AccessImportPreview({ loaderData, actionData }: Route.ComponentProps) {
  const { preview, search, importId } = loaderData
  const outcomeRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (actionData !== undefined) outcomeRef.current?.focus()
  }, [actionData])
  const titles = { choose: 'Elegir la compra', review: 'Revisar la lista', done: 'Invitaciones enviadas' }
  return (
    <>
      <PageHeading
        title={titles[preview.step]}
        description={
          preview.step === 'choose'
            ? `${countOf(preview.people, 'persona', 'personas')} en la lista. ¿De qué compra ${inNumber(preview.people, 'es el asiento', 'son los asientos')}?`
            : `${preview.item.product}, de ${preview.item.client} (${preview.item.order_number}).`
        }
        before={
          <Breadcrumbs
            items={[
              { label: 'Accesos', to: '/admin/access' },
              { label: 'Importar', to: '/admin/access/import' },
              { label: titles[preview.step] },
            ]}
          />
        }
      />
      <div ref={outcomeRef} tabIndex={-1}>
        {actionData && (
          <Alert tone="error" className="mb-6">
            {actionData.text}
          </Alert>
        )}
        {preview.step === 'done' && (
          <Alert
            tone="success"
            title={`Invitamos a ${countOf(preview.invited, 'persona', 'personas')}`}
            actions={
              <ButtonLink
                size="sm"
                variant="secondary"
                to={`/admin/access?${new URLSearchParams({ search: preview.item.client })}`}
              >
                Ver sus accesos
              </ButtonLink>
            }
          >
            {`${inNumber(preview.invited, 'Recibe', 'Cada una recibe')} un correo con el enlace y su código.`}
          </Alert>
        )}
      </div>
      {preview.step === 'choose' && preview.reading && <ReadingForm reading={preview.reading} />}
      {preview.step === 'choose' && <ChooseItem items={preview.items} search={search} />}
      {preview.step === 'review' && <ImportPlan preview={preview} importId={importId} />}
    </>
  )
}

type ImportPlanProps = { preview: Extract<ImportPreview, { step: 'review' }>; importId: string }

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** The dry run: the outcome of each row, and one button that confirms it. */
function ImportPlan({ preview, importId }: ImportPlanProps) {
  const { item, rows, invites, key, expired } = preview
  const sending = useNavigation().formData?.get('intent') === 'confirm'
  return (
    <>
      <StatList columns={3} className="mb-8">
        <Stat label="En la lista" value={formatInteger(rows.length)} />
        <Stat label="Se invitarán" value={formatInteger(invites)} />
        <Stat label="Asientos libres" value={formatInteger(item.free)} />
      </StatList>
      <ReadingNotes notes={preview.reading?.notes ?? []} />
      {expired && (
        <Alert tone="warning" className="mb-6">
          El plazo de esta compra terminó: ya no se puede invitar.
        </Alert>
      )}
      <div className="mb-10 flex flex-wrap gap-3">
        {invites > 0 && !expired && (
          <Form method="post" className="max-sm:w-full">
            <input type="hidden" name="intent" value="confirm" />
            <input type="hidden" name="key" value={key} />
            <Button type="submit" pending={sending} pendingLabel="Invitando…" className="max-sm:w-full">
              {`Invitar a ${people(invites)}`}
            </Button>
          </Form>
        )}
        <ButtonLink
          variant="secondary"
          to={`/admin/access/import?${new URLSearchParams({ lista: importId, item: item.id })}`}
          className="max-sm:w-full"
        >
          Corregir la lista
        </ButtonLink>
        <Form method="post" className="max-sm:w-full">
          <input type="hidden" name="intent" value="leave" />
          <Button type="submit" variant="secondary" className="max-sm:w-full">
            Elegir otra compra
          </Button>
        </Form>
      </div>
      {preview.reading && <ReadingForm reading={preview.reading} />}
      <PlannedPeople rows={rows} leftOut={`/admin/access/import/${importId}/left-out`} />
    </>
  )
}
