/**
 * Where people's data are: every column of text, JSON, bytes or words of the database, by what an erasure does with it. A catalog test
 * refuses a column that is not here, and the tests of erasures look for the erased values in all of them, by value.
 *
 * - `erased`: about a person; emptied or deleted with the person.
 * - `kept`: about a person and kept; why and for how long is in KEPT.
 * - `typed`: what somebody else wrote about something else; an erasure can't know whom it names (docs/personal-data.md, "Not prevented").
 * - `sealed`: hashes, keys and sealed secrets, which nobody reads back.
 * - `shop`: the shop's own words, codes and states.
 */
export type Handling = 'erased' | 'kept' | 'typed' | 'sealed' | 'shop'

/** Columns by table, separated by spaces. */
const COLUMNS: Readonly<Record<string, Partial<Record<Handling, string>>>> = {
  'auth.accounts': { erased: 'account_id access_token refresh_token id_token scope password', shop: 'provider_id' },
  'auth.passkeys': { erased: 'name credential_id public_key device_type transports aaguid' },
  'auth.rate_limits': { kept: 'key' },
  'auth.sessions': { erased: 'token ip_address user_agent' },
  'auth.sign_in_tries': { kept: 'subject' },
  'auth.sign_up_browsers': { sealed: 'token_hash' },
  'auth.two_factors': { erased: 'secret backup_codes' },
  'auth.verifications': { erased: 'identifier value' },
  'pgboss.bam': { shop: 'name status queue table_name command error' },
  'pgboss.instance': { shop: 'name host version node_version application_name workers metrics config' },
  'pgboss.job': {
    erased: 'output source_output',
    shop: 'name data state singleton_key group_id group_tier dead_letter policy source_name trace_context',
  },
  'pgboss.job_dependency': { shop: 'child_name parent_name' },
  'pgboss.queue': { shop: 'name policy dead_letter table_name singletons_active' },
  'pgboss.queue_stats': { shop: 'name' },
  'pgboss.schedule': { shop: 'name key kind cron timezone data options' },
  'pgboss.subscription': { shop: 'event name' },
  'pgboss.warning': { shop: 'type message data' },
  'private.access_tries': { sealed: 'subject' },
  'private.alerts': { shop: 'name' },
  'private.backups': { shop: 'file problem' },
  'private.benchmark_counts': { shop: 'questionnaire_id sector' },
  'private.benchmark_editions': { shop: 'questionnaire_id sector asked votes sizes' },
  'private.benchmark_members': { shop: 'sector size' },
  'private.benchmark_votes': { shop: 'questionnaire_id sector size' },
  'private.benchmarks': { shop: 'size areas' },
  'private.code_marks': { sealed: 'stored mark' },
  'private.completed_runs': {
    erased: 'area area_key position position_key means',
    shop: 'questionnaire_id open_fields evidence_fields',
  },
  'private.daily_changes': { shop: 'kind label' },
  'private.daily_figures': { shop: 'kind label' },
  'private.data_access_links': { sealed: 'token_hash session_hash', kept: 'email network' },
  'private.discount_tries': { sealed: 'client_key code_digest' },
  'private.mail_objections': { kept: 'email' },
  'private.plan_mail_optouts': { sealed: 'email_hash' },
  'private.plan_mails': { shop: 'occasion' },
  'private.monthly_figures': { shop: 'kind label' },
  'private.request_counts': { kept: 'key' },
  'private.respondent_traces': { erased: 'browser network' },
  'private.result_links': { erased: 'label', sealed: 'token_hash' },
  'private.result_rounds': { shop: 'questionnaire_id tallies text_fields' },
  'private.review_authors': { erased: 'person' },
  'private.secrets': { shop: 'name', sealed: 'value' },
  'private.staff_permissions': { shop: 'area scope access' },
  'private.staff_tables': { shop: 'name readers writers' },
  'private.tax_document_provider': { shop: 'provider' },
  'private.visit_days': { shop: 'source' },
  'private.visit_sources': { shop: 'source' },
  'private.visit_steps': { shop: 'step label' },
  'private.webhook_secrets': { sealed: 'secret previous' },
  'public.access_imports': { erased: 'rows source' },
  'public.access_refusals': { erased: 'typed_email counted_as', shop: 'reason' },
  'public.analytics_events': { shop: 'event_type', kept: 'event_data page_url referrer user_agent' },
  'public.api_keys': { typed: 'name', sealed: 'prefix key_hash', shop: 'scopes' },
  'public.assessment_runs': {
    erased: 'full_name corporate_email position organizational_unit data_role company_name invitation_code',
    shop: 'questionnaire_id status closed_by privacy_notice_version age_declaration',
  },
  'public.assessments': {
    shop: 'slug name type description_short description_long image_url tags outcomes audience format questionnaire_id status search search_words seo_title seo_description workshop_content kept_by deliverables',
  },
  'public.audit_log': { shop: 'actor_kind action entity entity_id', erased: 'before after list_words' },
  'public.bank_accounts': { shop: 'name reading' },
  'public.bank_lines': { kept: 'description operation payer_rut note list_words', sealed: 'line_key', shop: 'state' },
  'public.bank_statements': { kept: 'file_name source' },
  'public.catalogue_cells': { shop: 'tag type' },
  'public.catalogue_tags': { shop: 'name' },
  'public.categories': { shop: 'name slug description status seo_title seo_description' },
  'public.chargebacks': { typed: 'note answer settled_note', kept: 'reason reference list_words', shop: 'status' },
  'public.client_notes': { erased: 'body' },
  'public.companies': { erased: 'key name rut list_words' },
  'public.data_breaches': { typed: 'title description data_categories consequences measures told' },
  'public.data_requests': {
    shop: 'number kind status channel',
    kept: 'email person_name details extension_reason answer proof list_words',
  },
  'public.discount_codes': { typed: 'name description list_words', shop: 'code type status' },
  'public.email_changes': { erased: 'old_email new_email', sealed: 'confirm_hash objection_hash late_objection_hash' },
  'public.former_category_keys': { shop: 'key' },
  'public.former_product_slugs': { shop: 'slug' },
  'public.gateway_movements': {
    shop: 'gateway source kind line_key payment_type detail matched_by',
    kept: 'reference authorization_code card_last4',
  },
  'public.gateway_reports': { shop: 'gateway source sha256', kept: 'file_name content' },
  'public.invitation_drafts': { erased: 'rows source' },
  'public.ledger_checks': { shop: 'differences' },
  'public.ledger_entries': { shop: 'event accounts', kept: 'list_words' },
  'public.ledger_lines': { shop: 'account' },
  'public.legal_versions': { shop: 'key content placeholder_values' },
  'public.mails': { erased: 'recipient params last_error subject list_words', shop: 'template status' },
  'public.manual_payments': { kept: 'reference note', shop: 'method' },
  'public.month_closings': { shop: 'totals', typed: 'reason' },
  'public.order_items': {
    shop: 'mode pricing_band result_mode section_targets section_weights reporting_groups product_name',
  },
  'public.order_notes': { erased: 'body' },
  'public.orders': {
    erased: 'company_name company_url client_name list_words',
    kept: 'order_number billing_rut billing_name billing_activity billing_address billing_commune purchase_order',
    shop: 'status currency discount_code document_type terms_version processing_terms_version seller vat_text',
  },
  'public.organisation_invitations': { erased: 'email', sealed: 'token_hash', shop: 'role' },
  'public.organisation_logos': { erased: 'png hash' },
  'public.organisation_members': { shop: 'role' },
  'public.organisations': { erased: 'name rut' },
  'public.payment_attempts': {
    kept: 'authorization_code card_last4 payment_type_code',
    sealed: 'buy_order token form',
    shop: 'gateway status detail',
  },
  'public.board_decisions': { typed: 'decisions' },
  'public.plan_actions': {
    erased: 'owner_name owner_email',
    typed: 'title dropped_reason note',
    shop: 'field kind state',
  },
  'public.processing_activities': {
    shop: 'key name capacity purposes legal_basis subjects data_categories recipients retention safeguards',
  },
  'public.product_pictures': { shop: 'id wide card wide_sha256 card_sha256' },
  'public.profiles': {
    erased: 'first_name last_name full_name company phone email avatar_url list_words',
    shop: 'role staff_scope',
  },
  'public.questionnaire_drafts': { shop: 'questionnaire_id content plan' },
  'public.questionnaire_versions': { shop: 'questionnaire_id content plan' },
  'public.questionnaires': { shop: 'id' },
  'public.quotation_lines': { shop: 'name mode pricing_band' },
  'public.quotation_links': { sealed: 'token_hash' },
  'public.quotation_replies': { shop: 'kind', erased: 'name job_role purchase_order comment' },
  'public.quotations': {
    erased:
      'buyer_name client_name buyer_email buyer_phone company_name company_rut company_address reference list_words',
    shop: 'number discount_code seller_name seller_rut seller_address seller_email terms_version vat_text',
  },
  'public.reconciliation_days': { shop: 'gateway state' },
  'public.reconciliation_differences': {
    shop: 'gateway kind subject status',
    kept: 'reference authorization_code list_words',
    typed: 'note',
  },
  'public.refunds': { typed: 'reason settled_note', shop: 'status detail' },
  'public.respondent_sessions': { sealed: 'token_hash' },
  'public.reviews': { erased: 'comment author_name list_words', typed: 'hidden_reason', shop: 'status' },
  'public.run_answers': { erased: 'text', shop: 'field' },
  'public.saved_views': { erased: 'name query', shop: 'path' },
  'public.schema_migrations': { shop: 'name digest needs' },
  'public.search_words': { shop: 'word sound' },
  'public.staff_invitations': { erased: 'email', sealed: 'token_hash', shop: 'scope' },
  'public.tax_document_files': { kept: 'pdf xml', sealed: 'pdf_sha256 xml_sha256' },
  'public.tax_documents': {
    kept: 'order_number receiver_rut receiver_name receiver_activity receiver_address receiver_commune cancel_reason list_words',
    shop: 'status provider sii_status warning problem_code problem',
    sealed: 'token',
  },
  'public.text_overrides': { shop: 'kind key content' },
  'public.user_accesses': {
    erased:
      'email first_name last_name person_name invitee_name invitee_company job_role department results list_words',
    sealed: 'access_code',
    shop: 'status result_mode',
  },
  'public.webhook_attempts': { kept: 'answer', shop: 'outcome' },
  'public.webhook_deliveries': { shop: 'status' },
  'public.webhook_endpoints': { typed: 'url description', shop: 'events status paused_because' },
  'public.webhook_events': { shop: 'type data' },
  'public.workshop_certificates': { erased: 'full_name', sealed: 'code', shop: 'workshop seller text' },
  'public.workshop_lessons': { shop: 'lesson' },
  'public.workshop_sessions': { typed: 'place link notes' },
  'simulator.simulator_transactions': { shop: 'token buy_order session_id return_url decision card status' },
}

const TAX = 'support of a sale or payment, six years (Código Tributario, articles 17 and 200)'
const PROOF = 'proof that the request was answered, four years (Ley 19.628, article 11)'
const DAYS = 'counts attempts, deleted within a day or two (job `purge`)'

/** Why a column keeps what it says about a person. By column, or by table for all its kept columns. */
export const KEPT: Readonly<Record<string, string>> = {
  'auth.rate_limits': DAYS,
  'auth.sign_in_tries': DAYS,
  'private.data_access_links': 'opens the own data for the hour of the session, deleted after a day (job `purge`)',
  'private.mail_objections': 'without the address nobody could be left alone: until its owner takes the objection back',
  'private.request_counts': DAYS,
  'public.analytics_events': 'without the account it is nobody’s; 14 months (job `event-purge`)',
  'public.bank_lines': TAX,
  'public.bank_statements': TAX,
  'public.chargebacks': TAX,
  'public.data_requests': PROOF,
  'public.gateway_movements': TAX,
  'public.gateway_reports': TAX,
  'public.ledger_entries': TAX,
  'public.manual_payments': TAX,
  'public.orders': TAX,
  'public.payment_attempts': TAX,
  'public.reconciliation_differences': TAX,
  'public.tax_document_files': TAX,
  'public.tax_documents': TAX,
  'public.webhook_attempts': 'what another system answered, 30 days (job `purge`)',
}

/** How an erasure handles a column, as `schema.table.column`. */
export const handlingOf = (): ReadonlyMap<string, Handling> =>
  new Map(
    Object.entries(COLUMNS).flatMap(([table, kinds]) =>
      (Object.entries(kinds) as [Handling, string][]).flatMap(([kind, columns]) =>
        columns.split(' ').map((column): [string, Handling] => [`${table}.${column}`, kind]),
      ),
    ),
  )
