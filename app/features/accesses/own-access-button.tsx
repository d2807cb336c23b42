import { Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import type { GroupButtons } from './accesses.ts'
import type { GroupHandlers } from './group-handlers.ts'

type OwnAccessButtonProps = { own: NonNullable<GroupButtons['own']>; showResults: GroupHandlers['showResults'] }

/** What the buyer does with the own access: start or continue it, see its results, or open the workshop. */
export function OwnAccessButton({ own: { button, access }, showResults }: OwnAccessButtonProps) {
  const { state, formData } = useNavigation()
  switch (button) {
    case 'workshop':
      return (
        <ButtonLink to={`/account/taller/${access.id}`} className="max-sm:basis-full">
          Ver taller
        </ButtonLink>
      )
    case 'completed':
      return (
        <>
          <Button disabled>Completado</Button>
          <ButtonLink variant="secondary" {...showResults(access)}>
            Ver resultados
          </ButtonLink>
        </>
      )
    case 'start':
    case 'continue':
      return (
        <Form method="post" className="max-sm:basis-full">
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="accessId" value={access.id} />
          <Button
            type="submit"
            className="max-sm:w-full"
            pending={state !== 'idle' && formData?.get('accessId') === access.id}
          >
            {button === 'start' ? 'Comenzar' : 'Continuar'}
          </Button>
        </Form>
      )
  }
}
