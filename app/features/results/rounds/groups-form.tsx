import { useId } from 'react'
import { useNavigation } from 'react-router'
import { GROUP_MIN } from '#app/features/results/consolidated/tallies.ts'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { AREA_NAME_MAX, type AreaRow, areaName, GROUP_NAME_MAX, groupName, NEW_AREAS } from './reporting-groups.ts'

type GroupsFormProps = {
  areas: readonly AreaRow[]
  /** Areas that the form has no room for. */
  left: number
  /** The list that they come from. */
  draftId: string | undefined
  /** Whether groups are defined. */
  defined: boolean
  clearing: boolean
  refused: { errors?: Readonly<Record<string, string>>; values?: Readonly<Record<string, string>> } | undefined
}

/** Which areas of the organisation are shown together: areas with the same group. */
export function GroupsForm({ areas, left, draftId, defined, clearing, refused }: GroupsFormProps) {
  const names = useId()
  const sending = useNavigation().formData?.get('intent') === 'define'
  const typed = (name: string, stored: string): string => refused?.values?.[name] ?? stored
  const groups = [...new Set(areas.map(({ group }) => group).filter(Boolean))]
  return (
    <Panel
      title="Qué áreas se muestran juntas"
      description={`Las áreas con el mismo grupo se muestran como una sola, desde ${GROUP_MIN} personas. Sin grupo, sus personas cuentan en el total y en «Otras áreas». Puedes cambiarlo hasta la primera invitación.`}
    >
      <Form method="post" noValidate key={areas.map(({ group }) => group).join('|')}>
        {draftId !== undefined && <input type="hidden" name="list" value={draftId} />}
        <datalist id={names}>
          {groups.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <p aria-hidden="true" className="hidden gap-x-6 pb-2 text-sm text-muted sm:grid sm:grid-cols-2">
          <span>Área de la organización</span>
          <span>Grupo en que se muestra</span>
        </p>
        <ul className="divide-y divide-line border-y border-line">
          {areas.map(({ area, group, people }, row) => (
            <li key={area} className="grid items-center gap-x-6 gap-y-2 py-3 sm:grid-cols-2">
              <input type="hidden" name={areaName(row)} value={area} />
              <span className="text-md wrap-anywhere">
                <span className="font-medium">{area}</span>
                {people !== null && (
                  <span className="block text-sm text-muted tabular-nums">
                    {people === 0 ? 'Nadie en esta lista' : countOf(people, 'persona', 'personas')}
                  </span>
                )}
              </span>
              <TextField
                label={`Grupo de ${area}`}
                hideLabel
                name={groupName(row)}
                list={names}
                most={GROUP_NAME_MAX}
                placeholder="Sin grupo"
                defaultValue={typed(groupName(row), group)}
                error={refused?.errors?.[groupName(row)]}
                autoComplete="off"
              />
            </li>
          ))}
          {Array.from({ length: NEW_AREAS }, (_, index) => areas.length + index).map(row => (
            <li key={row} className="grid items-start gap-x-6 gap-y-2 py-3 sm:grid-cols-2">
              <TextField
                label="Otra área"
                hideLabel
                placeholder="Otra área"
                name={areaName(row)}
                most={AREA_NAME_MAX}
                defaultValue={typed(areaName(row), '')}
                error={refused?.errors?.[areaName(row)]}
                autoComplete="off"
              />
              <TextField
                label="Grupo de la otra área"
                hideLabel
                placeholder="Su grupo"
                name={groupName(row)}
                list={names}
                most={GROUP_NAME_MAX}
                defaultValue={typed(groupName(row), '')}
                error={refused?.errors?.[groupName(row)]}
                autoComplete="off"
              />
            </li>
          ))}
        </ul>
        {left > 0 && (
          <p className="mt-3 text-sm text-muted">
            {`${countOf(left, 'área más no cabe aquí y queda', 'áreas más no caben aquí y quedan')} sin grupo: escribe en la lista el nombre del grupo como área.`}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="define" pending={sending} pendingLabel="Guardando…">
            Guardar grupos
          </Button>
          {defined && (
            <Button
              type="submit"
              name="intent"
              value="clear"
              variant="secondary"
              pending={clearing}
              pendingLabel="Quitando…"
            >
              Quitar los grupos
            </Button>
          )}
        </div>
      </Form>
    </Panel>
  )
}
