import { whatsAppLink } from './participants.ts'

/** Opens the chat program with an invitation's text; whom it goes to is chosen there. */
export const WhatsAppLink = ({ message }: { message: string }) => (
  <a
    href={whatsAppLink(message)}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex min-h-11 items-center justify-self-start text-copper underline underline-offset-4"
  >
    Compartir por WhatsApp
  </a>
)
