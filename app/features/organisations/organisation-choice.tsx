import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { FEW, type Membership } from './organisations.ts'

/** What is said of a client company: the checkout's own company field is not used for it. */
const OF_CLIENTS = 'Las invitaciones de una compra para una empresa cliente llevan el nombre de esa empresa.'

/** Whose purchase it will be; the only organisation is preselected. Nothing for who buys for no organisation. */
export function OrganisationChoice({ organisations }: { organisations: readonly Membership[] }) {
  const [only, another] = organisations
  if (!only) return null
  const description = organisations.some(({ is_client }) => is_client) ? OF_CLIENTS : undefined
  if (organisations.length > FEW) {
    return (
      <Panel title="Compra para" description={description}>
        <SelectField
          label="¿De quién será esta compra?"
          name="organisation"
          className="max-w-xl"
          options={[
            { value: '', label: 'Solo mía: nadie más la ve' },
            ...organisations.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Panel>
    )
  }
  return (
    <Panel title="Compra para" description={description}>
      <RadioGroup
        legend="¿De quién será esta compra?"
        hideLegend
        name="organisation"
        variant="card"
        columns={2}
        defaultValue={another ? '' : only.id}
        options={[
          ...organisations.map(({ id, name }) => ({
            value: id,
            label: name,
            description: 'Sus personas la comparten según su rol.',
          })),
          { value: '', label: 'Solo mía', description: 'Nadie más la ve.' },
        ]}
      />
    </Panel>
  )
}
