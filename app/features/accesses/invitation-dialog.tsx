import { Button } from '#app/ui/button.tsx'
import { Dialog, DialogActions } from '#app/ui/dialog.tsx'
import { CopyField } from './copy-field.tsx'
import type { Invitation } from './invitation.ts'
import { WhatsAppLink } from './whatsapp-link.tsx'

type InvitationDialogProps = { open: boolean; onClose: () => void; invitation: Invitation }

/** After inviting: the address, the code and the whole message, each to be copied. */
export function InvitationDialog({ open, onClose, invitation }: InvitationDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="md"
      title="Invitación generada"
      description={
        invitation.access_code === null
          ? `Enviamos la invitación a ${invitation.email}. Las respuestas son confidenciales: su código llega solo a ese correo.`
          : `Enviamos la invitación a ${invitation.email}. También puedes compartirla tú.`
      }
      footer={
        <DialogActions>
          <Button onClick={onClose}>Listo</Button>
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <CopyField
          label="URL de invitación"
          text={invitation.url}
          copyLabel="Copiar URL"
          copied="URL copiada"
          failed="No se pudo copiar la URL"
        />
        {invitation.access_code !== null && (
          <CopyField
            label="Código de acceso"
            text={invitation.access_code}
            copyLabel="Copiar código"
            copied="Código copiado"
            failed="No se pudo copiar el código"
          />
        )}
        <CopyField
          label="Mensaje completo"
          text={invitation.message}
          copyLabel="Copiar mensaje"
          copied="Invitación copiada"
          failed="No se pudo copiar el mensaje"
          long
        />
        <WhatsAppLink message={invitation.message} />
      </div>
    </Dialog>
  )
}
