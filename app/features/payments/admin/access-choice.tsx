import type { RefundImpact } from '#app/features/accesses/related-accesses.server.ts'
import { countOf } from '#app/kernel/format.ts'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'

type AccessChoiceProps = {
  atStake: RefundImpact
  defaultValue: string | undefined
  errors: Readonly<Record<string, string | undefined>>
}

/** Whether an order's accesses are kept or revoked because of a chargeback, with what is lost when they are. */
export const AccessChoice = ({ atStake, defaultValue, errors }: AccessChoiceProps) => (
  <div className="group/accesses grid gap-5">
    <RadioGroup
      legend="¿Qué pasa con los accesos?"
      name="accesses"
      variant="card"
      columns={2}
      defaultValue={defaultValue}
      error={errors.accesses}
      required
      options={[
        { value: 'keep', label: 'Se mantienen', description: 'Quien compró y sus personas siguen como estaban.' },
        { value: 'revoke', label: 'Se revocan ahora', description: 'La orden queda en estado Contracargo.' },
      ]}
    />
    <div className="hidden gap-5 group-has-[input[value=revoke]:checked]/accesses:grid">
      <Revocation atStake={atStake} />
      <Checkbox
        label="Entiendo lo que se revoca y que no se puede deshacer"
        name="understood"
        error={errors.understood}
      />
    </div>
  </div>
)

/** What a revocation takes away, shown before the confirmation. */
function Revocation({ atStake: { invited, started, completed, mails } }: { atStake: RefundImpact }) {
  const people = invited + started + completed
  return (
    <div className="rounded-md bg-sunken p-4 sm:p-5">
      <h3 className="text-base">Si los revocas</h3>
      <ul className="mt-2 grid list-disc gap-1.5 pl-5 text-md marker:text-muted">
        <li>
          {people === 0
            ? 'Esta orden no tiene accesos vigentes.'
            : `${countOf(people, 'acceso se revoca', 'accesos se revocan')}: ${invited} sin empezar, ${started} en curso y ${completed} ${completed === 1 ? 'completado' : 'completados'}. Nadie ve más sus resultados.`}
        </li>
        {mails > 0 && (
          <li>
            {`${countOf(mails, 'correo en espera no se envía', 'correos en espera no se envían')}, y los recordatorios terminan.`}
          </li>
        )}
        <li>Los asientos que la orden agregó a otra compra y nadie usa se quitan.</li>
        <li>
          Si el banco te da la razón, la orden vuelve a estar pagada: quien compró recibe un acceso nuevo y puede
          invitar otra vez, pero lo que ya se había respondido no vuelve.
        </li>
        <li>A quien compró no se le envía un correo; lo lee en la página de su compra.</li>
      </ul>
    </div>
  )
}
