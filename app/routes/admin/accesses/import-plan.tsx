import { Form, useNavigation } from 'react-router'
import { PlannedPeople } from '#app/features/accesses/invitations/planned-rows.tsx'
import type { ImportPreview } from '#app/features/accesses/staff/access-import.server.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Stat, StatList } from '#app/ui/facts.tsx'

type ImportPlanProps = { preview: Extract<ImportPreview, { step: 'review' }>; importId: string }

const people = (count: number): string => countOf(count, 'persona', 'personas')

/** The dry run: the outcome of each row, and one button that confirms it. */
export function ImportPlan({ preview, importId }: ImportPlanProps) {
  const { item, rows, invites, key, expired } = preview
  const sending = useNavigation().formData?.get('intent') === 'confirm'
  return (
    <>
      <StatList columns={3} className="mb-8">
        <Stat label="En la lista" value={formatInteger(rows.length)} />
        <Stat label="Se invitarán" value={formatInteger(invites)} />
        <Stat label="Asientos libres" value={formatInteger(item.free)} />
      </StatList>
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
              Invitar a {people(invites)}
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
      <PlannedPeople rows={rows} />
    </>
  )
}
