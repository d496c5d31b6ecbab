import { ADMIN_LIMITS } from '@/core/admin/limits';
import type { Webhook } from '@/core/admin/webhook';
import { success } from '@/core/result';
import { cannot, type ActionsAbout } from './adminAction';
import type { WebhookDelivery } from './webhookDelivery';
import type { WebhookStore } from './webhookStore';

/** The actions about who is told of alarms outside. */
export function webhookActions(
  store: WebhookStore,
  delivery: Pick<WebhookDelivery, 'send'>,
  source: string | undefined,
): ActionsAbout<'webhook' | 'window'> {
  const unknown = () => cannot('There is no such webhook.', 'unknown-webhook');
  return {
    'webhook.add': async (settings) => {
      const made = await store.addHook(settings);
      if (!made) {
        const { maxWebhooks: most } = ADMIN_LIMITS;
        return cannot(`There are already ${most} webhooks.`, 'too-many-webhooks', { most });
      }
      return success({
        what: `webhook ${made.id}`,
        before: 'none',
        after: settingsText(made),
        shown: store.secretOf(made.id),
      });
    },
    'webhook.remove': async ({ id }) => {
      const hook = await store.hook(id);
      if (!hook || !(await store.removeHook(id))) return unknown();
      return success({ what: `webhook ${id}`, before: settingsText(hook), after: 'removed' });
    },
    'webhook.test': async ({ id }) => {
      const hook = await store.hook(id);
      if (!hook) return unknown();
      const since = new Date().toISOString();
      const alarm = { code: 'test', message: 'This is a test of your webhook.', severe: false, since };
      await delivery.send(hook, { event: 'test', source, alarm });
      return success({ what: `webhook ${id}`, after: `a test is on its way to ${hook.url}` });
    },
    'window.add': async ({ fromMs, untilMs }) => {
      const made = untilMs > fromMs && untilMs > Date.now() ? await store.addWindow({ fromMs, untilMs }) : undefined;
      if (!made) return cannot('A window must end after it begins, and in the future.', 'bad-window');
      return success({ what: `maintenance window ${made.id}`, before: 'none', after: spanText(made) });
    },
    'window.remove': async ({ id }) => {
      const window = (await store.windows(Date.now())).find((one) => one.id === id);
      if (!window || !(await store.removeWindow(id))) return cannot('There is no such window.', 'unknown-window');
      return success({ what: `maintenance window ${id}`, before: spanText(window), after: 'removed' });
    },
  };
}

function settingsText({
  url,
  afterSeconds,
  pauseSeconds,
  severeOnly,
  maxWaitSeconds,
  maxFailedPercent,
}: Webhook): string {
  const alarms = severeOnly ? 'outages' : 'all alarms';
  const times = `after ${afterSeconds} s, pause ${pauseSeconds} s`;
  return `${url}: ${alarms}, ${times}, wait over ${maxWaitSeconds} s, failed ${maxFailedPercent} %`;
}

function spanText({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }): string {
  return `${new Date(fromMs).toISOString()} to ${new Date(untilMs).toISOString()}`;
}
