import { LRUCache } from 'lru-cache';
import { LABEL_LIMITS } from '@/core/limits';

/**
 * The sizes of labels that each client's last render left (worker/asy/labels.ts), for that client's next one. What one jail
 * says is never told to another client's. It is forgotten when the client has not rendered for a while, or when others
 * need the place.
 */
export class LabelMemory {
  private readonly labels = new LRUCache<string, string>({
    max: LABEL_LIMITS.maxClients,
    ttl: LABEL_LIMITS.keptSeconds * 1000,
    updateAgeOnGet: true,
  });

  of(client: string): string | undefined {
    return this.labels.get(client);
  }

  keep(client: string, labels: string): void {
    this.labels.set(client, labels);
  }
}
