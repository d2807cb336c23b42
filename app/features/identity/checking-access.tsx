import { Spinner } from '#app/ui/spinner.tsx'

/** What a protected page shows while access is being checked (specification 1, section 2). */
export const CheckingAccess = () => <Spinner label="Verificando acceso..." className="min-h-[50vh]" />
