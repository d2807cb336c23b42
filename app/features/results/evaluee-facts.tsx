import type { ReactNode } from 'react'
import type { RunResults } from './results.ts'

/** Who answered, how long it took, when it ended and how complete it is. */
export function EvalueeFacts({ results }: { results: RunResults }) {
  const { evaluee, report } = results
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
      <Fact label="Nombre">{evaluee.name}</Fact>
      <Fact label="Email">{evaluee.email}</Fact>
      <Fact label="Cargo">{evaluee.position}</Fact>
      <Fact label="Área">{evaluee.unit}</Fact>
      <Fact label="Empresa">{evaluee.company}</Fact>
      <Fact label="Duración">{results.duration}</Fact>
      <Fact label="Fecha">{results.date}</Fact>
      <Fact label="Completitud">
        {report.completeness}%
        <span className="block text-sm font-normal text-muted">
          {report.answered} de {report.total} preguntas
        </span>
      </Fact>
      <Fact
        label={results.about_data ? 'Rol respecto a los datos' : 'Rol respecto a lo que se evalúa'}
        className="col-span-2 lg:col-span-4"
      >
        <span className="font-normal whitespace-pre-line">{evaluee.role}</span>
      </Fact>
    </dl>
  )
}

type FactProps = { label: string; className?: string | undefined; children: ReactNode }

const Fact = ({ label, className, children }: FactProps) => (
  <div className={`min-w-0 ${className ?? ''}`}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-0.5 text-md font-medium wrap-anywhere tabular-nums">{children}</dd>
  </div>
)
