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
      return <ButtonLink to={`/account/taller/${access.id}`}>Ver taller</ButtonLink>
    case 'completed':
      return (
        <>
          <Button disabled>Completado</Button>
          <ButtonLink variant="secondary" {...showResults(access)}>
            Ver resultados
          </ButtonLink>
          <ButtonLink variant="link" to={`/valorar?access_id=${access.id}`} className="pr-4 sm:px-2.5">
            Valorar
          </ButtonLink>
        </>
      )
    case 'start':
    case 'continue':
      return (
        <Form method="post">
          <input type="hidden" name="intent" value="start" />
          <input type="hidden" name="accessId" value={access.id} />
          <Button type="submit" pending={state !== 'idle' && formData?.get('accessId') === access.id}>
            {button === 'start' ? 'Comenzar' : 'Continuar'}
          </Button>
        </Form>
      )
  }
}
