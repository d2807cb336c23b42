type ProfileFactsProps = {
  profile: { first_name: string; last_name: string; email: string; company: string; phone: string }
}

/** The personal data as it is stored. */
export function ProfileFacts({ profile }: ProfileFactsProps) {
  const facts = [
    ['Nombre', profile.first_name],
    ['Apellido', profile.last_name],
    ['Email', profile.email],
    ['Empresa', profile.company],
    ['Teléfono', profile.phone],
  ] as const
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value || <span className="text-muted">Sin completar</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
