import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Hidden } from '#app/kit/forms/post-button.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Button } from '#app/kit/ui/button.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import { AGREEMENT, BENCHMARK_TITLE, type CompanySize, type Sector } from './benchmark.ts'
import { benchmarkFields } from './benchmark-fields.ts'

type BenchmarkPanelProps = {
  organisation: { id: string; rut: string | null }
  membership: { sector: Sector; size: CompanySize } | undefined
  answer: { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | undefined
}

/** Lets an organisation take part in the comparison, says how it does, and lets it leave. */
export function BenchmarkPanel({ organisation, membership, answer }: BenchmarkPanelProps) {
  const { ref, field } = useForm(benchmarkFields, answer)
  return (
    <Panel title={BENCHMARK_TITLE} description={AGREEMENT}>
      <ul className="mb-5 grid max-w-prose list-disc gap-1.5 pl-5 text-md marker:text-copper">
        <li>Cuentan las mediciones de los últimos 24 meses con 5 personas distintas o más; una por empresa.</li>
        <li>
          El rango se muestra desde 10 organizaciones. Se calcula cada trimestre, y cambia solo si cambiaron al menos 3.
        </li>
      </ul>
      {organisation.rut === null && !membership ? (
        <p className="text-md text-muted">
          Para participar, agrega el RUT de la organización en «Datos»: así cada empresa cuenta una sola vez.
        </p>
      ) : (
        <Form ref={ref} method="post" noValidate className="grid max-w-xl gap-5">
          <Hidden values={{ organisation: organisation.id }} />
          <SelectField {...field('sector', membership?.sector ?? '')} placeholder="Elige un sector" />
          <SelectField {...field('size', membership?.size ?? '')} placeholder="Elige un tamaño" />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button type="submit" name="intent" value="join-benchmark" variant="secondary">
              {membership ? 'Guardar' : 'Participar'}
            </Button>
            {membership && (
              <ConfirmedSubmit
                value="leave-benchmark"
                variant="link"
                question="¿Dejar de participar?"
                consequence="Dejas de ver el rango de tu sector desde ahora. Tu promedio deja de contar en el próximo cálculo, al comenzar el trimestre; los rangos ya publicados no cambian."
                confirm="Dejar de participar"
              >
                Dejar de participar
              </ConfirmedSubmit>
            )}
          </div>
          {membership && (
            <p className="text-sm text-muted">Un cambio de sector o de tamaño cuenta desde el trimestre siguiente.</p>
          )}
        </Form>
      )}
    </Panel>
  )
}
