{{- define "gridtide.selector" -}}
app.kubernetes.io/name: gridtide
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gridtide.labels" -}}
{{ include "gridtide.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "gridtide-%s" .Chart.Version }}
{{- end }}

{{- define "gridtide.image" -}}
{{- if .Values.image.digest -}}
{{ printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else -}}
{{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) }}
{{- end -}}
{{- end }}

{{- /* The pod, which is the same on both stores but for its volume. */}}
{{- define "gridtide.pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: false
# Variables of Services, such as GRIDTIDE_PORT=tcp://…, are not settings.
enableServiceLinks: false
# The server finishes requests for up to 10 seconds.
terminationGracePeriodSeconds: 20
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
containers:
  - name: gridtide
    image: {{ include "gridtide.image" . | quote }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    securityContext:
      readOnlyRootFilesystem: true
      allowPrivilegeEscalation: false
      capabilities:
        drop: [ALL]
    ports:
      - name: http
        containerPort: 8080
    env:
      {{- range $name, $value := .Values.settings }}
      - name: {{ $name }}
        value: {{ $value | quote }}
      {{- end }}
      {{- if .Values.ingress.enabled }}
      - name: TRUST_PROXY
        value: "true"
      {{- end }}
      {{- if .Values.metrics.serviceMonitor }}
      - name: METRICS_ACCESS
        value: token
      - name: METRICS_TOKEN
        valueFrom:
          secretKeyRef:
            name: {{ .Values.metrics.secret }}
            key: METRICS_TOKEN
      {{- end }}
      {{- if .Values.postgres.enabled }}
      - name: STORE
        valueFrom:
          secretKeyRef:
            name: {{ .Values.postgres.secret }}
            key: STORE
      - name: STORE_READ
        valueFrom:
          secretKeyRef:
            name: {{ .Values.postgres.secret }}
            key: STORE_READ
            optional: true
      - name: SPOOL
        value: /var/lib/gridtide/spool
      {{- else }}
      - name: STORE
        value: sqlite:/var/lib/gridtide/gridtide.db
      {{- end }}
    {{- with .Values.settingsSecret }}
    envFrom:
      - secretRef:
          name: {{ . }}
    {{- end }}
    # A migration of a large store may take minutes.
    startupProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 2
      failureThreshold: 300
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 5
      timeoutSeconds: 3
      failureThreshold: 2
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
      failureThreshold: 6
    resources:
      {{- toYaml .Values.resources | nindent 6 }}
    volumeMounts:
      - name: data
        mountPath: /var/lib/gridtide
      - name: tmp
        mountPath: /tmp
volumes:
  - name: tmp
    emptyDir:
      medium: Memory
      sizeLimit: 256Mi
  {{- if .Values.postgres.enabled }}
  - name: data
    emptyDir:
      sizeLimit: 4Gi
  {{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
