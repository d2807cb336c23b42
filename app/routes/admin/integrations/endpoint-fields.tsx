import { DESCRIPTION_LENGTH, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '#app/features/integrations/webhooks.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { EndpointValues } from './endpoint-answer.ts'

type EndpointFieldsProps = { values: EndpointValues; errors: Readonly<Record<string, string>> }

/** What an endpoint is made of. */
export const EndpointFields = ({ values, errors }: EndpointFieldsProps) => (
  <>
    <TextField
      label="Dirección"
      name="url"
      type="url"
      inputMode="url"
      autoComplete="off"
      required
      maxLength={500}
      placeholder="https://"
      hint="Con https y pública en internet. Recibe un POST por cada evento."
      defaultValue={values.url}
      error={errors.url}
    />
    <TextField
      label="Descripción"
      name="description"
      optional
      maxLength={DESCRIPTION_LENGTH}
      hint="Para reconocerlo en la lista."
      defaultValue={values.description}
      error={errors.description}
    />
    <Fieldset legend="Eventos" error={errors.events}>
      {WEBHOOK_EVENT_NAMES.map(event => (
        <Checkbox
          key={event}
          name="events"
          value={event}
          label={
            <>
              {WEBHOOK_EVENTS[event].label} <code className="text-sm text-muted">{event}</code>
            </>
          }
          hint={WEBHOOK_EVENTS[event].hint}
          defaultChecked={values.events.includes(event)}
        />
      ))}
    </Fieldset>
  </>
)
