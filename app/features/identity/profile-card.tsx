import type { Role } from '#app/platform/database/values.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { fullName, initials, ROLE_LABELS } from './identity.ts'

type ProfileCardProps = {
  profile: { first_name: string; last_name: string; email: string; role: Role; memberSince: string }
}

/** The head of the page 'Mi Cuenta': who this is, since when, and where to go from here. */
export function ProfileCard({ profile }: ProfileCardProps) {
  return (
    <header className="mb-8">
      <h1 className="text-2xl sm:text-3xl">Mi Cuenta</h1>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-10 gap-y-6">
        <div className="flex min-w-0 items-center gap-5">
          <span
            aria-hidden="true"
            className="flex size-16 flex-none items-center justify-center rounded-full bg-copper-soft text-lg font-semibold text-copper-strong sm:size-20 sm:text-xl"
          >
            {initials(profile.first_name, profile.last_name)}
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-lg font-semibold tracking-tight wrap-anywhere">{fullName(profile)}</span>
              <Badge tone={profile.role === 'admin' ? 'copper' : 'neutral'}>{ROLE_LABELS[profile.role]}</Badge>
            </p>
            <p className="text-md text-muted wrap-anywhere">{profile.email}</p>
            <p className="text-md text-muted">Miembro desde {profile.memberSince}</p>
          </div>
        </div>
        <div className="flex w-full flex-col gap-2.5 sm:w-auto">
          <ButtonLink to="/account/dashboard">Dashboard de Assessments</ButtonLink>
          {profile.role === 'admin' && (
            <ButtonLink to="/admin" variant="secondary">
              Panel de Administración
            </ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}
