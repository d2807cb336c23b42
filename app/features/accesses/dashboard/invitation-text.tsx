import { CopyField } from '#app/features/accesses/invitations/share-link.tsx'
import { Disclosure } from '#app/kit/ui/disclosure.tsx'

/** A person's invitation, to send it by another way than the shop's mail. */
export const InvitationText = ({ message, className }: { message: string; className?: string }) => (
  <Disclosure title="Ver invitación" className={className}>
    <CopyField
      label="Texto de la invitación"
      text={message}
      copyLabel="Copiar invitación"
      copied="Invitación copiada"
      failed="No se pudo copiar la invitación"
      long
    />
  </Disclosure>
)
