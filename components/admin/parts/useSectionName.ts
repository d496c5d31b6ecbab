import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { SectionName } from '@/components/admin/model/adminSections';

/** What a section is called: after its panel, unless it has several. */
export function useSectionName(): (section: SectionName) => string {
  const t = useTranslations('admin');
  return useCallback(
    (section) => {
      switch (section) {
        case 'overview':
        case 'queue':
          return t(`sections.${section}`);
        case 'announcement':
          return t('panels.house');
        default:
          return t(`panels.${section}`);
      }
    },
    [t],
  );
}
