import { Link, useNavigation } from 'react-router'
import { countOf } from '#app/kernel/format.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'

export type PublishErrors = { confirmed?: string | undefined; form?: string | undefined }

type PublishFormProps = {
  item: { id: string; seats: number; used_seats: number }
  /** The round to publish, from 1. */
  round: number
  waiting: number
  errors: PublishErrors | undefined
}

const LINK = 'font-semibold underline underline-offset-4'

/** Closes a round, with what follows from it said before (spec D48). */
export function PublishForm({ item, round, waiting, errors }: PublishFormProps) {
  const sending = useNavigation().formData?.get('intent') === 'publish'
  return (
    <Panel
      title={round === 1 ? 'Publicar resultados' : `Publicar la ronda ${round}`}
      description={`${countOf(waiting, 'persona terminó', 'personas terminaron')} y ${waiting === 1 ? 'espera' : 'esperan'} la publicación.`}
      className="print:hidden"
    >
      <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>Las cifras se calculan una sola vez, con quienes terminaron hasta ese momento, y después no cambian.</li>
        <li>Quien termine más tarde queda para otra ronda, que se publica aparte, con sus propias cifras.</li>
        <li>
          Solo se muestran grupos de al menos cinco personas distintas. Lo que todas respondieron igual aparece «sin
          detalle» y no entra en los promedios.
        </li>
        <li>Los textos abiertos de una pregunta se muestran si la contestaron al menos ocho personas distintas.</li>
      </ul>
      <Form method="post" preventScrollReset className="mt-5">
        <input type="hidden" name="intent" value="publish" />
        <input type="hidden" name="round" value={round} />
        {errors?.form !== undefined && (
          <Alert tone="error" className="mb-5 max-w-prose">
            <p>{errors.form}</p>
            <p className="mt-2">
              La ronda sigue abierta y nada se pierde: se publica cuando terminen más personas distintas.
            </p>
            <p className="mt-2">
              {item.used_seats < item.seats ? (
                <Link to={`/account/items/${item.id}/invitations`} className={LINK}>
                  Invitar a más personas
                </Link>
              ) : (
                <Link to={`/account/items/${item.id}/seats`} className={LINK}>
                  Agregar asientos e invitar a más personas
                </Link>
              )}
            </p>
          </Alert>
        )}
        <Checkbox
          name="confirmed"
          value="si"
          label="Entiendo que la ronda se cierra y no se puede deshacer"
          error={errors?.confirmed}
        />
        <Button type="submit" className="mt-4" pending={sending} pendingLabel="Publicando…">
          Publicar resultados
        </Button>
      </Form>
    </Panel>
  )
}
