import { messagesFor, NAMESPACES } from '@/messages';
import { setMessages } from '../translator';

/** Unit tests speak English. */
setMessages('en', messagesFor('en', NAMESPACES));
